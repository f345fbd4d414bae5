import type { EventNoun } from '../contract/event.ts'
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
 * attempt      | <o>#event#<eventId>             | attempt#<eid>#<n>   |                          |                            | getEvent, dispatch
 * endpoint     | <o>#endpoint                    | <endpointId>        |                          |                            | webhooks, outbox, dispatch
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

export const endpointsPartition = (of: Owner): string => `${owner(of)}#endpoint`
export const endpointKey = (of: Owner, endpointId: number): Key => ({
  pk: endpointsPartition(of),
  sk: padded(endpointId),
})
