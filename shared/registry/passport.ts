import * as z from 'zod/mini'
import { KenyanRecord, kenyanOf } from './kenya.ts'
import { mapping } from './mapping.ts'

/** Passports of Kenya. */
export const passport = mapping({
  path: '/passport',
  request: number => ({ Passport_Number: number }),
  found: z.object({
    Error_Occured: z.literal(false),
    Record: z.object({ Passport_Number: z.string(), ...KenyanRecord.shape }),
  }),
  notFound: z.object({ Error_Occured: z.literal(false), Record: z.null() }),
  person: ({ Record }) => kenyanOf(Record.Passport_Number, Record),
})
