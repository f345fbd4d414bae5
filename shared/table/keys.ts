import type { EventNoun } from '../contract/event.ts'
import type { RegistryName } from '../contract/identity.ts'
import type { Owner } from '../domain/caller.ts'
import type { Key } from './database.ts'

/*
 * The only file that knows a key's format. `<o>` is `<organisationId>#<mode>`; ids are padded, so that they sort.
 *
 * item         | pk                              | sk                  | gsi1pk, gsi1sk           | gsi2pk, gsi2sk             | read by
 * organisation | organisations                   | <organisationId>    |                          |                            | administer, sweep
 * client       | client#<clientId>               | client              | organisation#<id>, <cid> |                            | createToken, administer
 * token        | token#<digest>                  | token               | client#<clientId>, <at>  |                            | every authenticated call
 * verification | <o>#verification#<id>           | verification        | <o>#<noun>, <id>         | <o>#<noun>#<reference>, id | get, list, completion, outbox
 * assignment   | <o>#verification#<id>           | assignment          |                          |                            | operations, completion
 * guard        | <o>#guard#<fingerprint>         | guard               |                          |                            | create (duplicates)
 * repeat       | <o>#repeat#<clientId>#<digest>  | repeat              |                          |                            | every POST with a key
 * event        | <o>#event#<eventId>             | event               | <o>#event, <at>#<id>     |                            | getEvent, listEvents, dispatch
 * attempt      | <o>#event#<eventId>             | attempt#<eid>#<n>   |                          | <o>#endpoint#<eid>, <at>.. | getEvent, listWebhookAttempts, dispatch
 * endpoint     | <o>#endpoint                    | <endpointId>        |                          |                            | webhooks, outbox, dispatch
 * look-up      | <o>#identity#<id>               | identity            |                          |                            | identities, late look-ups
 * late look-up | <o>#identity#<id>               | late-lookup         | <o>#late-lookup, <at>#.. |                            | late look-ups, sweep
 * allowance    | <o>#allowance#<cid>#<of>#<at>   | allowance           |                          |                            | look-ups (limits)
 * circuit      | circuit#<registry>              | circuit             |                          |                            | live look-ups, registries
 */

const padded = (id: number): string => `${id}`.padStart(16, '0')
const owner = ({ organisationId, mode }: Owner): string => `${organisationId}#${mode}`

export const organisationsPartition = 'organisations'
export const organisationKey = (organisationId: number): Key => ({
  pk: organisationsPartition,
  sk: padded(organisationId),
})

export const clientKey = (clientId: string): Key => ({ pk: `client#${clientId}`, sk: 'client' })
export const clientIndex = (organisationId: number, clientId: string) => ({
  gsi1pk: `organisation#${organisationId}`,
  gsi1sk: clientId,
})

export const tokenKey = (digest: string): Key => ({ pk: `token#${digest}`, sk: 'token' })
export const tokensPartition = (clientId: string): string => `client#${clientId}`
export const tokenIndex = (clientId: string, at: string) => ({
  gsi1pk: tokensPartition(clientId),
  gsi1sk: at,
})

const verificationPartition = (of: Owner, id: number): string => `${owner(of)}#verification#${padded(id)}`
export const verificationKey = (of: Owner, id: number): Key => ({
  pk: verificationPartition(of, id),
  sk: 'verification',
})
export const assignmentKey = (of: Owner, id: number): Key => ({
  pk: verificationPartition(of, id),
  sk: 'assignment',
})

export const nounPartition = (of: Owner, noun: EventNoun): string => `${owner(of)}#${noun}`
export const referencePartition = (of: Owner, noun: EventNoun, reference: string): string =>
  `${owner(of)}#${noun}#${reference}`
export const idSortKey = padded

export const guardKey = (of: Owner, fingerprint: string): Key => ({
  pk: `${owner(of)}#guard#${fingerprint}`,
  sk: 'guard',
})

export const repeatKey = (of: Owner, clientId: string, keyDigest: string): Key => ({
  pk: `${owner(of)}#repeat#${clientId}#${keyDigest}`,
  sk: 'repeat',
})

export const eventPartition = (of: Owner, eventId: string): string => `${owner(of)}#event#${eventId}`
export const eventKey = (of: Owner, eventId: string): Key => ({
  pk: eventPartition(of, eventId),
  sk: 'event',
})
export const eventsPartition = (of: Owner): string => `${owner(of)}#event`
export const eventIndex = (of: Owner, at: string, eventId: string) => ({
  gsi1pk: eventsPartition(of),
  gsi1sk: `${at}#${eventId}`,
})

/** One item for one attempt, so that the same attempt made twice is recorded once. */
export const attemptKey = (of: Owner, eventId: string, endpointId: number, attempt: number): Key => ({
  pk: eventPartition(of, eventId),
  sk: `attempt#${padded(endpointId)}#${`${attempt}`.padStart(4, '0')}`,
})

export const attemptsPartition = (of: Owner, endpointId: number): string =>
  `${owner(of)}#endpoint#${padded(endpointId)}`

/** An endpoint's attempts by time. It costs a write unit an attempt, and answers "what did you send me, and when". */
export const attemptIndex = (
  of: Owner,
  endpointId: number,
  at: string,
  eventId: string,
  attempt: number,
) => ({
  gsi2pk: attemptsPartition(of, endpointId),
  gsi2sk: `${at}#${eventId}#${attempt}`,
})

/** The attempts of one endpoint for one event. */
export const attemptRange = (endpointId: number) => ({
  from: `attempt#${padded(endpointId)}#`,
  to: `attempt#${padded(endpointId)}$`,
})

export const endpointsPartition = (of: Owner): string => `${owner(of)}#endpoint`
export const endpointKey = (of: Owner, endpointId: number): Key => ({
  pk: endpointsPartition(of),
  sk: padded(endpointId),
})

const lookupPartition = (of: Owner, id: number): string => `${owner(of)}#identity#${padded(id)}`
export const lookupKey = (of: Owner, id: number): Key => ({ pk: lookupPartition(of, id), sk: 'identity' })

/** What a late look-up needs to be tried again, beside its record. */
export const lateLookupKey = (of: Owner, id: number): Key => ({
  pk: lookupPartition(of, id),
  sk: 'late-lookup',
})

/** The look-ups that wait for their registry, so that the sweep finds one that was left behind. */
export const lateLookupsPartition = (of: Owner): string => `${owner(of)}#late-lookup`
export const lateLookupIndex = (of: Owner, id: number, at: string) => ({
  gsi1pk: lateLookupsPartition(of),
  gsi1sk: `${at}#${padded(id)}`,
})

/** A limit's window: whose, of what (a client's pace, or one number), and when it began. */
export const allowanceKey = (of: Owner, clientId: string, subject: string, startsAt: number): Key => ({
  pk: `${owner(of)}#allowance#${clientId}#${subject}#${startsAt}`,
  sk: 'allowance',
})

export const circuitKey = (registry: RegistryName): Key => ({ pk: `circuit#${registry}`, sk: 'circuit' })
