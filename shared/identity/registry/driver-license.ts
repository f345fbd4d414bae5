import type { RegistryAdapter } from './adapter.ts'

/** Federal Road Safety Corps of Nigeria. */
export const driverLicenses: RegistryAdapter = {
  path: '/licenses/query',
  question: 'licenseNo',
  found: { found: true },
  notFound: { found: false },
  record: 'license',
  fields: {
    idNumber: 'licenseNo',
    firstname: 'firstName',
    lastname: 'lastName',
    middlename: 'middleName',
    birthdate: 'birthDate',
    issuedDate: 'issuedDate',
    expiryDate: 'expiryDate',
    stateOfIssue: 'stateOfIssue',
    gender: 'gender',
    phone: 'phone',
    email: 'email',
    photo: 'photo',
  },
}
