import * as z from 'zod/mini'
import { adapter } from './adapter.ts'
import { KenyanRecord, kenyanOf } from './kenya.ts'

/** Passports of Kenya. */
export const passport = adapter({
  path: '/passport',
  request: number => ({ Passport_Number: number }),
  found: z.object({
    Error_Occured: z.literal(false),
    Record: z.object({ Passport_Number: z.string(), ...KenyanRecord.shape }),
  }),
  notFound: z.object({ Error_Occured: z.literal(false), Record: z.null() }),
  person: ({ Record }) => kenyanOf(Record.Passport_Number, Record),
})
