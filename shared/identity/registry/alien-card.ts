import * as z from 'zod/mini'
import { adapter } from './adapter.ts'
import { KenyanRecord, kenyanOf } from './kenya.ts'

/** Alien cards of Kenya. */
export const alienCard = adapter({
  path: '/alien-card',
  request: number => ({ Alien_ID: number }),
  found: z.object({
    Error_Occured: z.literal(false),
    Record: z.object({ Alien_ID: z.string(), ...KenyanRecord.shape }),
  }),
  notFound: z.object({ Error_Occured: z.literal(false), Record: z.null() }),
  person: ({ Record }) => kenyanOf(Record.Alien_ID, Record),
})
