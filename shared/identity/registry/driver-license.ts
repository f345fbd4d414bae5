import * as z from 'zod/mini'
import { adapter, date, name, photoOrNone, textOrNone } from './adapter.ts'
import { unknownPerson } from './registered-person.ts'

const Holder = z.object({
  licenseNo: z.string(),
  firstName: name,
  lastName: name,
  middleName: textOrNone,
  birthDate: date,
  issuedDate: date,
  expiryDate: date,
  stateOfIssue: textOrNone,
  gender: textOrNone,
  phone: textOrNone,
  email: textOrNone,
  photo: photoOrNone,
})

const personOf = (row: z.infer<typeof Holder>) => ({
  ...unknownPerson,
  idNumber: row.licenseNo,
  firstname: row.firstName,
  lastname: row.lastName,
  middlename: row.middleName,
  birthdate: row.birthDate,
  issuedDate: row.issuedDate,
  expiryDate: row.expiryDate,
  stateOfIssue: row.stateOfIssue,
  gender: row.gender,
  phone: row.phone,
  email: row.email,
  photo: row.photo,
})

/** Licences of the federal road safety authority of Nigeria. */
export const driverLicense = adapter({
  path: '/licenses/query',
  request: number => ({ licenseNo: number }),
  found: z.object({ found: z.literal(true), license: Holder }),
  notFound: z.object({ found: z.literal(false) }),
  person: ({ license }) => personOf(license),
})
