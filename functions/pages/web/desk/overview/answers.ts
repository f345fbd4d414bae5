import type { Answer } from '../../frame/api.ts'

/** The operator's numbers, and parts of them, as the API answers them. */
export type Overview = Answer<'GET /v1/operations/overview'>
export type StuckThing = Overview['stuck']['items'][number]
export type WorkNow = Overview['work']
export type Ended = Overview['ended'][number]
