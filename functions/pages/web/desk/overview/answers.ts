import type { ResponseOf } from '../../ui/api.ts'

/** The operator's numbers, and parts of them, as the API answers them. */
export type Overview = ResponseOf<'GET /v1/operations/overview'>
export type StuckThing = Overview['stuck']['items'][number]
export type WorkNow = Overview['work']
export type Ended = Overview['ended'][number]
