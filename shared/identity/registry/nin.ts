import * as z from 'zod/mini'
import { adapter, date, name, photoOrNone, textOrNone } from './adapter.ts'
import { unknownPerson } from './registered-person.ts'

const Person = z.object({
  nin: z.string(),
  title: textOrNone,
  firstname: name,
  surname: name,
  middlename: textOrNone,
  telephoneno: textOrNone,
  email: textOrNone,
  gender: textOrNone,
  heigth: textOrNone,
  profession: textOrNone,
  maritalstatus: textOrNone,
  employmentstatus: textOrNone,
  birthdate: date,
  birthstate: textOrNone,
  birthcountry: textOrNone,
  religion: textOrNone,
  nationality: textOrNone,
  photo: photoOrNone,
  nspokenlang: textOrNone,
  ospokenlang: textOrNone,
  psurname: textOrNone,
  self_origin_lga: textOrNone,
  self_origin_state: textOrNone,
  residence_address: textOrNone,
  residence_lga: textOrNone,
  residence_state: textOrNone,
  nok_firstname: textOrNone,
  nok_surname: textOrNone,
  nok_address1: textOrNone,
  nok_address2: textOrNone,
  nok_lga: textOrNone,
  nok_state: textOrNone,
  nok_town: textOrNone,
})

type Row = z.infer<typeof Person>

const homeOf = (row: Row) => ({
  address: [row.residence_address, row.residence_lga, row.residence_state].filter(Boolean).join(', '),
  residence: { address1: row.residence_address, lga: row.residence_lga, state: row.residence_state },
  lgaOfOrigin: row.self_origin_lga,
  stateOfOrigin: row.self_origin_state,
})

const nextOfKinOf = (row: Row) => ({
  firstname: row.nok_firstname,
  lastname: row.nok_surname,
  address1: row.nok_address1,
  address2: row.nok_address2,
  lga: row.nok_lga,
  state: row.nok_state,
  town: row.nok_town,
})

const personOf = (row: Row) => ({
  ...unknownPerson,
  ...homeOf(row),
  idNumber: row.nin,
  title: row.title,
  firstname: row.firstname,
  lastname: row.surname,
  middlename: row.middlename,
  phone: row.telephoneno,
  email: row.email,
  gender: row.gender,
  height: row.heigth,
  profession: row.profession,
  maritalStatus: row.maritalstatus,
  employmentStatus: row.employmentstatus,
  birthdate: row.birthdate,
  birthState: row.birthstate,
  birthCountry: row.birthcountry,
  religion: row.religion,
  nationality: row.nationality,
  photo: row.photo,
  spokenLanguage: row.nspokenlang,
  otherSpokenLanguage: row.ospokenlang,
  parentLastname: row.psurname,
  nextOfKin: nextOfKinOf(row),
})

/** National identity registry of Nigeria; it spells `heigth` so. */
export const nin = adapter({
  path: '/nin/search',
  request: number => ({ nin: number }),
  found: z.object({ status: z.literal('found'), data: Person }),
  notFound: z.object({ status: z.literal('not_found') }),
  person: ({ data }) => personOf(data),
})
