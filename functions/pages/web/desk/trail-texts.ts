import type { trailEventTypes } from '../../../../shared/trail/contract.ts'

type TrailEventType = (typeof trailEventTypes)[number]

const eventTexts: Readonly<Record<TrailEventType, string>> = {
  claimed: 'Claimed',
  assigned: 'Assigned',
  leaseExtended: 'Time extended',
  released: 'Given back',
  appointmentSet: 'Appointment noted',
  captured: 'Photo taken',
  uploaded: 'Photo stored',
  refusedPhoto: 'Photo refused',
  reported: 'Report submitted',
  reviewing: 'Review begun',
  noteWritten: 'Note written',
  returned: 'Returned to the agent',
  staged: 'Decided, for a second reviewer to confirm',
  decided: 'Decision made final',
  viewed: 'Opened',
  photoOpened: 'Photo opened',
  linkSent: 'Link sent',
  linkOpened: 'Link opened',
  linkAnswered: 'Link answered',
  timeAsked: 'Another time asked for',
  linkRevoked: 'Link revoked',
  messageRefused: 'Message not sent',
  contactAttempted: 'Employer tried',
  backCheckDone: 'Second visit done',
  cancelled: 'Cancelled',
  consentRefused: 'Consent refused',
  consentWithdrawn: 'Consent withdrawn',
  expired: 'Expired',
  disputed: 'Decision disputed',
  upheld: 'Decision upheld',
  revised: 'Decision revised',
  told: 'Event made for the customer',
  delayed: 'Delayed',
  redriven: 'Repaired',
  exported: 'Exported',
  erased: 'Personal data erased',
}

/** What an entry that somebody has altered calls itself is shown as it is. */
export const describeEventType = (what: string): string =>
  what in eventTexts ? eventTexts[what as TrailEventType] : what

/** `lease until` for `leaseUntil`. */
const toWords = (name: string): string => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

export const describeFacts = (facts: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries(facts)
    .map(([name, value]) => `${toWords(name)} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
