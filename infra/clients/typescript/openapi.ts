/*
 * Stands for what the package has in this place: every operation of an integrator with the types of its fields, written
 * from the OpenAPI document by `infra/clients/declarations.ts`.
 */
export type { Envelope as WebhookEvent } from '../../../shared/event/contract.ts'
export type { ProblemBody as Problem } from '../../../shared/http/contract/problem-body.ts'

interface Message {
  readonly content: { readonly 'application/json': unknown }
}

export interface operations {
  readonly [operation: `${string} /v1/${string}`]: {
    readonly parameters: {
      readonly path?: Readonly<Record<string, unknown>>
      readonly query?: Readonly<Record<string, unknown>>
    }
    readonly requestBody?: Message
    readonly responses: Readonly<Record<number, Message>>
  }
}
