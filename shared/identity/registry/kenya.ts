import * as z from 'zod/mini'
import { date, name, photoOrNone, textOrNone } from './adapter.ts'
import { type RegisteredPerson, unknownPerson } from './registered-person.ts'

/** A person as Kenya's population register describes one, whichever document was asked for. */
export const KenyanRecord = z.object({
  First_Name: name,
  Surname: name,
  Other_Name: textOrNone,
  Gender: textOrNone,
  Date_of_Birth: date,
  Place_of_Live: textOrNone,
  Phone: textOrNone,
  Citizenship: textOrNone,
  Photo: photoOrNone,
})

export const kenyanOf = (idNumber: string, row: z.infer<typeof KenyanRecord>): RegisteredPerson => ({
  ...unknownPerson,
  idNumber,
  firstname: row.First_Name,
  lastname: row.Surname,
  middlename: row.Other_Name,
  gender: row.Gender,
  birthdate: row.Date_of_Birth,
  address: row.Place_of_Live,
  phone: row.Phone,
  nationality: row.Citizenship,
  photo: row.Photo,
})
