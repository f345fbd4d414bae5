import { sandboxNumbers } from '../contract/sandbox.ts'
import { nigeria } from '../product/country.ts'
import type { RegistryAdapter } from './adapter.ts'

/** Licences of the federal road safety authority of Nigeria. */
export const driverLicenses: RegistryAdapter = {
  path: '/licenses/query',
  question: 'licenseNo',
  found: { found: true },
  notFound: { found: false },
  record: 'license',
  dates: { withTime: 'day-first' },
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

/** Kenya's population register, which describes a person alike whichever document was asked for. */
export const kenyanRegister = (path: string, number: string): RegistryAdapter => ({
  path,
  question: number,
  found: { Error_Occured: false },
  notFound: { Error_Occured: false, Record: null },
  record: 'Record',
  // `10/7/1981 12:00:00 AM`, as the samples of the register show it: a .NET date in American notation.
  dates: { withTime: 'month-first' },
  fields: {
    idNumber: number,
    firstname: 'First_Name',
    lastname: 'Surname',
    middlename: 'Other_Name',
    gender: 'Gender',
    birthdate: 'Date_of_Birth',
    address: 'Place_of_Live',
    phone: 'Phone',
    nationality: 'Citizenship',
    photo: 'Photo',
  },
})

/** National identity registry of Nigeria; it spells `heigth` so. */
const adapter: RegistryAdapter = {
  path: '/nin/search',
  question: 'nin',
  found: { status: 'found' },
  notFound: { status: 'not_found' },
  record: 'data',
  dates: { withTime: 'day-first' },
  fields: {
    idNumber: 'nin',
    title: 'title',
    firstname: 'firstname',
    lastname: 'surname',
    middlename: 'middlename',
    phone: 'telephoneno',
    email: 'email',
    gender: 'gender',
    height: 'heigth',
    profession: 'profession',
    maritalStatus: 'maritalstatus',
    employmentStatus: 'employmentstatus',
    birthdate: 'birthdate',
    birthState: 'birthstate',
    birthCountry: 'birthcountry',
    religion: 'religion',
    nationality: 'nationality',
    photo: 'photo',
    spokenLanguage: 'nspokenlang',
    otherSpokenLanguage: 'ospokenlang',
    parentLastname: 'psurname',
    lgaOfOrigin: 'self_origin_lga',
    stateOfOrigin: 'self_origin_state',
    residence: { address1: 'residence_address', lga: 'residence_lga', state: 'residence_state' },
    nextOfKin: {
      firstname: 'nok_firstname',
      lastname: 'nok_surname',
      address1: 'nok_address1',
      address2: 'nok_address2',
      lga: 'nok_lga',
      state: 'nok_state',
      town: 'nok_town',
    },
  },
}

export const ninRegister = {
  country: nigeria,
  number: {
    name: 'National Identification Number (NIN)',
    words: '11 digits',
    example: '63184876213',
    form: /^\d{11}$/,
  },
  registry: { name: 'nin', adapter },
  sandbox: {
    person: {
      firstname: 'Bunch',
      middlename: 'Oluwaseun',
      lastname: 'Dillon',
      phone: '08000000000',
      gender: 'm',
      birthdate: '06-01-1974',
    },
    numbers: { ...sandboxNumbers(digits => `63184876${digits}`), exact: '63184876213' },
  },
} as const
