import { defineKind, padded, toIndex1, toIndex2, toKey } from '../table/kind.ts'

export const organisationsPartition = 'organisations'

/** `organisations`, `<organisationId>`; read by administer, reconcile. */
export const organisationKind = defineKind({ name: 'organisation', writable: [organisationsPartition] })

/**
 * `client#<clientId>`, `client`; gsi1 `organisation#<id>, <cid>`; read by every authenticated call, createToken,
 * administer.
 */
export const clientKind = defineKind({ name: 'client', writable: ['client#*'] })

/** `token#<digest>`, `token`; read by every authenticated call. */
export const tokenKind = defineKind({ name: 'token', writable: ['token#*'] })

export const organisationKey = (organisationId: number) =>
  toKey(organisationsPartition, padded(organisationId))

export const clientKey = (clientId: string) => toKey(`client#${clientId}`, 'client')

const clientsPartition = (organisationId: number): string => `organisation#${organisationId}`

export const clientIndex = (organisationId: number, clientId: string) =>
  toIndex1(clientsPartition(organisationId), clientId)

export const clientsQuery = (organisationId: number) =>
  ({ index: 'gsi1', partition: clientsPartition(organisationId) }) as const

export const tokenKey = (digest: string) => toKey(`token#${digest}`, 'token')

/** `person#<personId>`, `person`; gsi2 `people, <personId>`; read by every call with a session, administer. */
export const personKind = defineKind({ name: 'person', writable: ['person#*'] })

/** `session#<digest>`, `session`; read by every call with a session. */
export const sessionKind = defineKind({ name: 'session', writable: ['session#*'] })

/**
 * Marks a sign-in as used: it creates one session.
 * `sign-in#<digest>`, `sign-in`; read by the callback of a sign-in (one that was used).
 */
export const signInKind = defineKind({ name: 'signIn', writable: ['sign-in#*'] })

/** `portal#<digest>`, `portal`; read by every call with a portal session. */
export const portalSessionKind = defineKind({ name: 'portalSession', writable: ['portal#*'] })

/** `portal-link#<digest>`, `portal-link`; read by the opening of a portal. */
export const portalLinkKind = defineKind({ name: 'portalLink', writable: ['portal-link#*'] })

export const personKey = (personId: string) => toKey(`person#${personId}`, 'person')

const peoplePartition = 'people'

export const personIndex = (personId: string) => toIndex2(peoplePartition, personId)

export const allPeople = { index: 'gsi2', partition: peoplePartition } as const

export const sessionKey = (digest: string) => toKey(`session#${digest}`, 'session')

/** Marks a sign-in as used: it creates one session. */
export const signInKey = (digest: string) => toKey(`sign-in#${digest}`, 'sign-in')

export const portalSessionKey = (digest: string) => toKey(`portal#${digest}`, 'portal')

export const portalLinkKey = (digest: string) => toKey(`portal-link#${digest}`, 'portal-link')
