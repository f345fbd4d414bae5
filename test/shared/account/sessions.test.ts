import { beforeAll, describe, expect, it } from 'vitest'
import { disablePerson, enablePerson, endSessions, listPeople } from '../../../functions/admin/accounts.ts'
import type { Role } from '../../../shared/account/contract.ts'
import { generateSecret, sha256Digest } from '../../../shared/account/credential.ts'
import { findCaller } from '../../../shared/account/find-caller.ts'
import { findPerson } from '../../../shared/account/find-person.ts'
import {
  deleteSession,
  findSession,
  renewSession,
  revokeRoles,
} from '../../../shared/account/person-store.ts'
import {
  renewedIdleEnd,
  sessionEndsAt,
  signInCookie,
  signInReturnPath,
} from '../../../shared/account/session.ts'
import { createSession } from '../../../shared/account/sign-in.ts'
import { startTable } from '../../support/table.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const startMs = Date.parse('2026-11-20T08:00:00.000Z')

beforeAll(startTable)

let count = 0
const somebody = () => `auth0|someone#${++count}`

const open = async (
  personId: string,
  atMs = startMs,
  roles: readonly Role[] = ['agent'],
): Promise<string> => {
  const opened = await createSession({ personId, roles, cookie: generateSecret() }, atMs)
  if (typeof opened === 'string') throw new Error(opened)
  return opened.token
}

const isIn = async (token: string, atMs: number): Promise<boolean> =>
  (await findPerson(token, atMs)) !== undefined

describe('a session', () => {
  it('is of the person it was opened for, with the roles of the last sign-in', async () => {
    const personId = somebody()
    const token = await open(personId)
    const caller = { clientId: personId, organisationId: 0, mode: 'live' }
    expect(await findPerson(token, startMs)).toEqual({ ...caller, scopes: ['operations.agent'] })
    await open(personId, startMs + 1, ['reviewer', 'operator'])
    expect(await findPerson(token, startMs + minuteMs)).toEqual({
      ...caller,
      scopes: ['operations.reviewer', 'operations.operator'],
    })
  })

  it('is no access token, not even in the minute in which a container remembers its person', async () => {
    const token = await open(somebody())
    expect(await isIn(token, startMs)).toBe(true)
    expect(await findCaller(token, startMs)).toBeUndefined()
  })

  it('is nothing without the record of its person', async () => {
    const token = await open(somebody())
    expect(await findSession(sha256Digest(token), somebody())).toBeUndefined()
  })

  it('ends after an hour without use', async () => {
    const token = await open(somebody())
    expect(await isIn(token, startMs + hourMs - 1)).toBe(true)
    expect(await isIn(token, startMs + hourMs)).toBe(false)
  })

  it('that is used goes on for twelve hours, at a write in five minutes, and no longer', async () => {
    const token = await open(somebody())
    const { endsAt } = sessionEndsAt(startMs)
    let { expiresAt } = sessionEndsAt(startMs)
    let writes = 0
    let nowMs = startMs
    for (; nowMs < startMs + 12 * hourMs; nowMs += minuteMs) {
      const renewed = renewedIdleEnd({ endsAt, expiresAt }, nowMs)
      if (renewed === undefined) continue
      expect(await renewSession(sha256Digest(token), renewed)).toBe(true)
      expiresAt = renewed
      writes++
      expect(await isIn(token, nowMs)).toBe(true)
    }
    expect(writes).toBe(132)
    expect(expiresAt).toBe(endsAt)
    expect(await isIn(token, startMs + 12 * hourMs)).toBe(false)
  })

  it('that was ended is not opened again by being used', async () => {
    const token = await open(somebody())
    await deleteSession(sha256Digest(token))
    expect(await renewSession(sha256Digest(token), sessionEndsAt(startMs).expiresAt)).toBe(false)
    expect(await isIn(token, startMs)).toBe(false)
  })

  it('is not given twice for one sign-in', async () => {
    const signedIn = { personId: somebody(), roles: ['agent'], cookie: generateSecret() } as const
    const opened = await Promise.all([1, 2, 3].map(() => createSession(signedIn, startMs)))
    expect(opened.filter(each => each === 'used')).toHaveLength(2)
    expect(await createSession(signedIn, startMs)).toBe('used')
  })
})

describe('one write of the operator', () => {
  it.each([
    ['ending them', endSessions, 'endSessions'],
    ['disabling the person', disablePerson, 'disablePerson'],
  ] as const)(
    '%s ends all sessions of a person within a minute, and nobody else’s',
    async (_name, end, command) => {
      const [personId, other] = [somebody(), somebody()]
      const tokens = [await open(personId), await open(personId), await open(personId)]
      const others = await open(other)
      for (const token of [...tokens, others]) expect(await isIn(token, startMs)).toBe(true)
      await end({ command, personId } as never)
      for (const token of tokens) expect(await isIn(token, startMs + minuteMs)).toBe(false)
      expect(await isIn(others, startMs + minuteMs)).toBe(true)
    },
  )

  it('keeps a person out until another lets them in, to new sessions alone', async () => {
    const personId = somebody()
    const before = await open(personId)
    await disablePerson({ command: 'disablePerson', personId })
    expect(await createSession({ personId, roles: ['agent'], cookie: generateSecret() }, startMs)).toBe(
      'disabled',
    )
    await enablePerson({ command: 'enablePerson', personId })
    expect(await isIn(before, startMs + minuteMs)).toBe(false)
    expect(await isIn(await open(personId), startMs)).toBe(true)
  })

  it('wins over those who sign in at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const personId = somebody()
      await open(personId)
      const signedIn = () => ({ personId, roles: ['agent'] as const, cookie: generateSecret() })
      const opening = Promise.all(Array.from({ length: 4 }, () => createSession(signedIn(), startMs)))
      await disablePerson({ command: 'disablePerson', personId })
      for (const opened of await opening)
        if (typeof opened !== 'string') expect(await isIn(opened.token, startMs + minuteMs)).toBe(false)
    }
  })

  it('is shown in the list of people, which holds ids and roles and nothing else', async () => {
    const personId = somebody()
    await open(personId)
    const find = async () => (await listPeople()).people.find(person => person.personId === personId)
    expect(await find()).toEqual({ personId, roles: ['agent'], signedInAt: '2026-11-20T08:00:00.000Z' })
    await disablePerson({ command: 'disablePerson', personId })
    expect(await find()).toMatchObject({ disabledAt: expect.any(String) })
  })
})

it('ends the sessions of somebody whom the issuer gives no role any more, and makes nobody of a stranger', async () => {
  const personId = somebody()
  const token = await open(personId)
  expect(await revokeRoles(personId)).toBe(true)
  expect(await isIn(token, startMs + minuteMs)).toBe(false)
  expect(await revokeRoles(somebody())).toBe(false)
})

it('takes a sign-in that is in time, and none that is late, early or nothing of the kind', () => {
  const cookie = signInCookie('secret', startMs, '/v1/work')
  expect(signInReturnPath(cookie, startMs)).toBe('/v1/work')
  expect(signInReturnPath(cookie, startMs + 599_999)).toBe('/v1/work')
  for (const [late, atMs] of [
    [cookie, startMs + 600_000],
    [cookie, startMs - 1],
    ['secret', startMs],
    ['secret..', startMs],
    ['', startMs],
    [undefined, startMs],
  ] as const)
    expect(signInReturnPath(late, atMs)).toBeUndefined()
})
