import { eventIdText } from '../event/reference.ts'
import { describeRoutes, describeSchema, type SchemaText } from '../http/describe.ts'
import { sandboxRoutes } from '../verification/contract/sandbox-routes.ts'
import { idText } from '../verification/reference.ts'
import { sandboxDescriptions } from './descriptions.ts'
import { clockRoutes, MovedClock, MoveClock } from './routes.ts'

const toText = ['The time to move to.', 'expired'] as const

export const sandboxSchemaTexts: readonly SchemaText[] = [
  describeSchema(MoveClock, 'What to move, and to which time.', {
    to: toText,
    verificationId: ['The verification. For `delayed` and `expired`.', 890123456789012],
    eventId: ['The event. For `next_attempt` and `five_days`.', eventIdText[1]],
    endpointId: ['The endpoint that the event goes to. For `next_attempt` and `five_days`.', 890123456789030],
  }),
  describeSchema(MovedClock, 'The time was reached.', {
    to: toText,
    at: ['The real time at which it happened.', '2026-11-20T09:31:00.000Z'],
  }),
]

const free = 'Nothing: test mode is never invoiced.'

export const sandboxOperationTexts = {
  ...describeRoutes(sandboxRoutes, {
    completeTestVerification: {
      does: 'Ends a verification of test mode now, with the outcome that you choose.',
      costs: free,
      returns: '202 with the outcome. The event follows within seconds.',
      events: [
        'address.verification_completed',
        'address.verification_updated',
        'employment.verification_completed',
        'employment.verification_updated',
      ],
      parameters: { id: idText },
      details: sandboxDescriptions.completeTestVerification,
    },
  }),
  ...describeRoutes(clockRoutes, {
    moveTestClock: {
      does: 'Moves the time of one test verification or delivery, so that you need not wait for days. All other times stay real.',
      costs: free,
      returns: '202 with the real time at which it happened. What follows, follows within seconds.',
      events: [
        'address.verification_delayed',
        'address.verification_completed',
        'employment.verification_delayed',
        'employment.verification_completed',
        'identity.verification_completed',
        'endpoint.endpoint_disabled',
      ],
      details: sandboxDescriptions.moveTestClock,
    },
  }),
} as const
