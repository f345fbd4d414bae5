/*
 * Stands for what the package has in this place: every operation of an integrator with the types of its fields, written
 * from the list of routes by `infra/clients/declarations.ts`.
 */
export type { Envelope as WebhookEvent } from '../../../shared/event/contract.ts'
export type { ProblemBody as Problem } from '../../../shared/http/contract/problem-body.ts'

export interface Operations {
  readonly [operation: `${string} /v1/${string}`]: {
    readonly [part: string]: unknown
    readonly response: unknown
  }
}
