import type { findCaller, findPortalCaller } from '../account/find-caller.ts'
import type { findPerson } from '../account/find-person.ts'
import type { deleteInProgress, findHeldAnswer, saveInProgress, saveResponse } from './idempotency-store.ts'
import type { consumeRequest } from './rate-limit.ts'
import type { saveRequestLogEntry } from './request-log-store.ts'

export interface PublicPorts {
  readonly now: () => number
  readonly random: () => number
  readonly log: (event: string, fields: object) => void
  readonly countFault: () => void
  readonly fieldsOfError: (error: unknown) => object
  readonly sourceDigestOf: (address: string, nowMs: number) => string
}

export interface Ports extends PublicPorts {
  readonly findCaller: typeof findCaller
  readonly findPortalCaller: typeof findPortalCaller
  readonly saveRequestLogEntry: typeof saveRequestLogEntry
  readonly consumeRequest: typeof consumeRequest
  readonly saveInProgress: typeof saveInProgress
  readonly saveResponse: typeof saveResponse
  readonly deleteInProgress: typeof deleteInProgress
  readonly findHeldAnswer: typeof findHeldAnswer
}

export interface WorkPorts extends Ports {
  readonly findPerson: typeof findPerson
}
