import type { ResponseOf } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/format.ts'

export type OpenedCase = ResponseOf<'GET /v1/operations/cases/{id}'>
type CaseMessage = OpenedCase['messages'][number]
type CaseDelivery = OpenedCase['events'][number]['deliveries'][number]

const wayTexts = {
  open: 'Waits for an agent',
  claimed: 'An agent has it',
  reported: 'Waits for a review',
  decided: 'Decided',
} as const

/** Where the work is, and who has it. */
export const describeWork = ({ way, holder }: NonNullable<OpenedCase['work']>): string =>
  holder ? `${holder.id} (${holder.role}) until ${formatDateTime(holder.until)}` : wayTexts[way]

const purposeTexts: Readonly<Record<CaseMessage['purpose'], string>> = {
  applicant: 'Announces the visit',
  attest: 'Asks the employer',
  documents: 'Asks for documents',
  objection: 'Tells what came of the objection',
}

/** The first of a purpose, then numbered. */
export const describePurpose = ({ purpose, number }: CaseMessage): string =>
  number === 1 ? purposeTexts[purpose] : `${purposeTexts[purpose]} (${number})`

const messageTexts: Readonly<Record<NonNullable<CaseMessage['message']>, string>> = {
  sending: 'being sent',
  sent: 'sent',
  uncertain: 'may have been sent',
  undeliverable: 'not deliverable',
  unsent: 'not sent: this stage sends none of this kind',
  outsideCountries: 'not sent: the number is of another country',
  limitReached: 'not sent: a limit is reached',
}

/** The best proof that it arrived: an answer, else an opened link, else what the sender says. */
export const describeArrival = ({ message, state, openedAt, answeredAt }: CaseMessage): string => {
  if (answeredAt) return `answered ${formatDateTime(answeredAt)}`
  if (openedAt) return `opened ${formatDateTime(openedAt)}`
  const sent = message ? messageTexts[message] : 'not sent yet'
  return state === 'revoked' ? `${sent}; a later link replaced it` : sent
}

/** `completed` for `verification_completed`. */
export const describeEvent = (eventType: string): string => eventType.replace('verification_', '')

export const describeReply = ({ status, failure }: CaseDelivery): string =>
  [...(status === null ? [] : [`${status}`]), ...(failure === null ? [] : [failure])].join(', ') ||
  'no answer'

const outcomeTexts = {
  delivered: 'delivered',
  retry: 'waits',
  'gave-up': 'given up',
  disable: 'endpoint switched off',
} as const

export const describeDelivery = ({ outcome, nextAttemptAt }: CaseDelivery): string =>
  outcome === 'retry' && nextAttemptAt
    ? `next attempt ${formatDateTime(nextAttemptAt)}`
    : outcomeTexts[outcome]

const precisionTexts: Readonly<Record<NonNullable<OpenedCase['place']>['precision'], string>> = {
  stated: 'position stated by the customer',
  confirmed: 'position confirmed on a map',
  lga_centre: 'no position: the centre of the LGA',
  state_centre: 'no position: the centre of the state',
}

/** What of the address the reader may see, and how exact it is. */
export const describePlace = ({
  street,
  landmark,
  city,
  lgaName,
  stateName,
  precision,
}: NonNullable<OpenedCase['place']>): string => {
  const names = new Set([street, landmark, city, lgaName, stateName])
  return `${[...names].filter(Boolean).join(', ')} (${precisionTexts[precision]})`
}
