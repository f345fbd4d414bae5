import { describe, expect, it } from 'vitest'
import { database } from '../../shared/table/driver.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { assignmentKey } from '../../shared/verification/assignment-kind.ts'
import type { ApiClient } from '../support/api-client.ts'
import { onceTold } from '../support/disputes.ts'
import { joinWorld } from '../support/environment.ts'
import { approval, againstFinding, openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { reachTable } from '../support/reach-table.ts'
import { signInOwn } from '../support/sign-in.ts'
import { rawItems } from '../support/stored-items.ts'

/* A reviewer claims a case for a colleague, who has it for a while; then it comes back to all by itself. */

const world = await joinWorld()
await reachTable(world.emulator)
const customer = await world.client('local-live')
const agent = await worker(world, 'hand-agent', ['agent'])
const both = await worker(world, 'hand-both', ['agent', 'reviewer'])
const giver = await worker(world, 'hand-giver', ['reviewer'])
const taker = await signInOwn(world, 'hand-taker', 'reviewer')
const other = await worker(world, 'hand-other', ['reviewer'])

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const words = 'The gate needs a second look.'
const claim = (by: ApiClient, assignment: string) => by.post(at(assignment, '/claim'))
const handOver = (by: ApiClient, assignment: string, to = 'hand-taker', headers?: Record<string, string>) =>
  by.post(at(assignment, '/hand-over'), { to, words }, headers)
const decide = (by: ApiClient, assignment: string, body: object = approval) =>
  by.post(at(assignment, '/decision'), body)
const notesOf = async (assignment: string) =>
  (await giver.get(`/v1/operations/cases/${assignment}/notes`)).body.data
const listFor = async (by: ApiClient, query = 'limit=100') =>
  (await by.get(`/v1/operations/assignments?list=reported&${query}`)).body.data
const lineFor = async (by: ApiClient, assignment: string) =>
  (await listFor(by)).find(({ id }: { id: string }) => id === assignment)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const keyOf = (verificationId: number) =>
  ({ organisationId: world.organisationId, mode: 'live', verificationId }) as const
const stored = (id: number) =>
  database.get<Record<string, unknown>>(assignmentKey(keyOf(id), id), { consistent: true })
const change = (id: number, set: object) => database.write({ update: assignmentKey(keyOf(id), id), set })
const past = () => new Date(Date.now() - 1000).toISOString()
const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
const hourMs = 3_600_000

const claimed = async () => {
  const made = await reportedWork(world, agent)
  await claim(giver, made.assignment)
  return made
}

describe('a case that was given to a colleague', () => {
  it('is theirs, who find it first, and nobody else claims or decides it', async () => {
    const earlier = await reportedWork(world, agent)
    const { id, assignment } = await claimed()
    const { status, body } = await handOver(giver, assignment)
    expect([status, body]).toEqual([200, { id: assignment, to: 'hand-taker', keptUntil: expect.any(String) }])
    const { keptUntil } = body
    const [note, ...others] = await notesOf(assignment)
    expect([note, others]).toMatchObject([{ by: 'hand-giver', words, handedTo: 'hand-taker' }, []])
    expect(Date.parse(keptUntil) - Date.parse(note.at)).toBe(4 * hourMs)

    const theirs = { reviewer: 'hand-taker', reviewUntil: keptUntil }
    const [line] = await listFor(taker, 'limit=1')
    expect(line).toMatchObject({ id: assignment, isMine: true, leaseUntil: keptUntil, waiting: theirs })
    const all = (await listFor(taker)).map((each: { id: string }) => each.id)
    expect(all.filter((each: string) => each === assignment)).toHaveLength(1)
    expect(all).toContain(earlier.assignment)
    expect(await lineFor(other, assignment)).toMatchObject({ isMine: false, waiting: theirs })

    const detail = `Another reviewer has it until ${keptUntil}.`
    for (const by of [other, giver])
      for (const answer of [await claim(by, assignment), await decide(by, assignment)])
        expect([...codeOf(answer), answer.body.detail]).toEqual([409, 'already_claimed', detail])

    // Opening it does not shorten the time.
    expect((await claim(taker, assignment)).body.leaseUntil).toBe(keptUntil)
    expect(await lineFor(other, assignment)).toMatchObject({ waiting: theirs })

    const { entries } = (await giver.get(at(assignment, '/trail'))).body
    const [event] = eventsIn(entries).filter(({ what }) => what === 'assigned')
    expect(event).toMatchObject({
      by: 'hand-giver',
      facts: { reviewer: 'hand-taker', leaseUntil: keptUntil },
    })
    expect(JSON.stringify(entries)).not.toContain(words)

    expect((await decide(taker, assignment)).status).toBe(200)
    expect(Object.keys((await stored(id))!)).not.toContain('gsi2pk')
    expect(await lineFor(taker, assignment)).toBeUndefined()
  })

  it('returns to all once they give it back, or their time is over', async () => {
    const [left, late] = [await claimed(), await claimed()]
    for (const { assignment } of [left, late]) await handOver(giver, assignment)
    expect((await taker.delete(at(left.assignment, '/claim'))).status).toBe(204)
    await change(late.id, { reviewUntil: past() })
    for (const { id, assignment } of [left, late]) {
      for (const by of [taker, other]) expect((await lineFor(by, assignment)).waiting.reviewer).toBeNull()
      expect((await claim(other, assignment)).status).toBe(200)
      expect(codeOf(await claim(taker, assignment))).toEqual([409, 'already_claimed'])
      expect((await stored(id))!.reviewer).toBe('hand-other')
      expect((await listFor(taker, 'limit=1')).map((each: { id: string }) => each.id)).not.toContain(
        assignment,
      )
    }
  })

  it('is not theirs beyond the time when it is due, but as long as a claim at least', async () => {
    const [soon, late] = [await claimed(), await claimed()]
    await change(soon.id, { dueAt: new Date(Date.now() + hourMs).toISOString() })
    await change(late.id, { dueAt: past() })
    const { dueAt } = (await stored(soon.id))!
    expect((await handOver(giver, soon.assignment)).body.keptUntil).toBe(dueAt)
    const { keptUntil } = (await handOver(giver, late.assignment)).body
    const [{ at: writtenAt }] = await notesOf(late.assignment)
    expect(Date.parse(keptUntil) - Date.parse(writtenAt)).toBe(hourMs / 4)
  })

  it('may be given on, by who has it', async () => {
    const { assignment } = await claimed()
    await handOver(giver, assignment)
    expect((await handOver(taker, assignment, 'hand-other')).status).toBe(200)
    expect(codeOf(await claim(taker, assignment))).toEqual([409, 'already_claimed'])
    expect(await lineFor(taker, assignment)).toMatchObject({ waiting: { reviewer: 'hand-other' } })
    expect((await claim(other, assignment)).status).toBe(200)
    expect((await notesOf(assignment)).map(({ handedTo }: { handedTo: string }) => handedTo)).toEqual([
      'hand-taker',
      'hand-other',
    ])
  })

  it('goes back to its agent, or waits for a second reviewer, and is nobody’s', async () => {
    const [returned, staged] = [await claimed(), await claimed()]
    for (const { assignment } of [returned, staged]) await handOver(giver, assignment)
    await decide(taker, returned.assignment, { decision: 'return', comment: 'Which gate?' })
    await agent.post(at(returned.assignment, '/report'), {
      visit: { findings: { addressExists: true, hadAccess: true, isThere: true } },
    })
    expect((await decide(taker, staged.assignment, reject)).status).toBe(202)
    for (const { assignment } of [returned, staged]) {
      expect((await lineFor(other, assignment)).waiting.reviewer).toBeNull()
      expect((await claim(other, assignment)).status).toBe(200)
    }
  })
})

describe('whom a case may be given to', () => {
  const refusedFor = async (by: ApiClient, assignment: string, to: string) => {
    const { status, body } = await handOver(by, assignment, to)
    return [status, body.errors?.map(({ pointer }: { pointer: string }) => pointer), body.errors?.[0]?.detail]
  }
  const unknown = 'There is no reviewer with this id.'

  it('is a reviewer of this mode, and nobody else', async () => {
    const { assignment } = await claimed()
    await worker(world, 'hand-idle', ['agent'])
    await worker(world, 'hand-test', ['reviewer'], 'test')
    await worker(world, 'hand-operator', ['operator'])
    await signInOwn(world, 'hand-person', 'agent')
    await signInOwn(world, 'hand-gone', 'reviewer')
    await world.administer({ command: 'disablePerson', personId: 'hand-gone' })
    const others = [
      'nobody',
      'hand-idle',
      'hand-test',
      'hand-operator',
      'hand-person',
      'hand-gone',
      'local-live',
    ]
    for (const to of others)
      expect([to, ...(await refusedFor(giver, assignment, to))]).toEqual([to, 400, ['/to'], unknown])
    expect(await refusedFor(giver, assignment, 'hand-giver')).toEqual([
      400,
      ['/to'],
      'You have it. Name a colleague.',
    ])
    const { body } = await giver.post(at(assignment, '/hand-over'), {})
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/to',
      '/words',
    ])
    // None of these has changed anything.
    expect(await notesOf(assignment)).toEqual([])
    expect((await giver.delete(at(assignment, '/claim'))).status).toBe(204)
  })

  it('is not who made the visit, nor who took the first of two decisions', async () => {
    const visited = await reportedWork(world, both)
    await claim(giver, visited.assignment)
    expect(await refusedFor(giver, visited.assignment, 'hand-both')).toEqual([
      400,
      ['/to'],
      'hand-both made this visit.',
    ])
    const { assignment } = await reportedWork(world, agent)
    await decide(taker, assignment, reject)
    await claim(giver, assignment)
    expect(await refusedFor(giver, assignment, 'hand-taker')).toEqual([
      400,
      ['/to'],
      'hand-taker decided it first. Somebody else has to confirm that.',
    ])
    expect((await handOver(giver, assignment, 'hand-other')).status).toBe(200)
    expect((await decide(other, assignment, reject)).status).toBe(200)
  })

  it('is not who had a part in the decision that a dispute is about', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    await decide(taker, assignment)
    const dispute = { reason: 'Another house.', ground: 'evidence' }
    await onceTold(() => customer.post(`/v1/addresses/${id}/dispute`, dispute))
    const disputed = `${assignment}-d1`
    expect((await claim(giver, disputed)).status).toBe(200)
    expect(await refusedFor(giver, disputed, 'hand-taker')).toEqual([
      400,
      ['/to'],
      'hand-taker had a part in the decision that is disputed.',
    ])
    expect((await handOver(giver, disputed, 'hand-other')).status).toBe(200)
    expect(codeOf(await claim(giver, disputed))).toEqual([409, 'already_claimed'])
    // What is theirs is listed first, beyond the limit.
    expect((await listFor(other, 'limit=1')).map((each: { id: string }) => each.id)).toContain(disputed)
    expect(await notesOf(assignment)).toMatchObject([{ words, handedTo: 'hand-other' }])
    expect((await decide(other, disputed)).status).toBe(200)
    expect(await lineFor(other, disputed)).toBeUndefined()
  })
})

describe('what somebody does not hold they do not give', () => {
  it('because nobody claimed it, another did, or the time is over', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    expect(codeOf(await handOver(giver, assignment))).toEqual([409, 'lease_lost'])
    await claim(other, assignment)
    expect(codeOf(await handOver(giver, assignment))).toEqual([409, 'already_claimed'])
    await change(id, { reviewUntil: past() })
    expect(codeOf(await handOver(other, assignment))).toEqual([409, 'lease_lost'])
    expect(await notesOf(assignment)).toEqual([])
  })

  it('because it is their own visit, has no report, is decided, or is not there', async () => {
    const own = await reportedWork(world, both)
    expect(codeOf(await handOver(both, own.assignment))).toEqual([403, 'own_visit'])
    const open = await openWork(world)
    expect(codeOf(await handOver(giver, open.assignment))).toEqual([409, 'not_reported'])
    const decided = await claimed()
    await decide(giver, decided.assignment)
    expect(codeOf(await handOver(giver, decided.assignment))).toEqual([409, 'already_decided'])
    expect(codeOf(await handOver(giver, '1-63184876213'))).toEqual([404, 'not_found'])
  })

  it('because they decided it first', async () => {
    const { id, assignment } = await claimed()
    await decide(giver, assignment, reject)
    // What a claim from another tab of theirs leaves.
    await change(id, { reviewer: 'hand-giver', reviewUntil: new Date(Date.now() + 60_000).toISOString() })
    expect(codeOf(await handOver(giver, assignment))).toEqual([403, 'second_reviewer_needed'])
  })

  it('twice: the first stands', async () => {
    const { assignment } = await claimed()
    await handOver(giver, assignment)
    expect(codeOf(await handOver(giver, assignment, 'hand-other'))).toEqual([409, 'already_claimed'])
    expect((await lineFor(other, assignment)).waiting.reviewer).toBe('hand-taker')
  })
})

describe('at once', () => {
  it('one of two colleagues gets it, with its one note', async () => {
    const { assignment } = await claimed()
    const answers = await Promise.all(['hand-taker', 'hand-other'].map(to => handOver(giver, assignment, to)))
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'already_claimed'],
    ])
    const won = answers.find(({ status }) => status === 200)!.body.to
    expect(await notesOf(assignment)).toMatchObject([{ handedTo: won }])
    expect((await lineFor(other, assignment)).waiting.reviewer).toBe(won)
  })

  it('either a decision or its giving comes first, and the other is refused', async () => {
    for (const first of ['decide', 'give']) {
      const { id, assignment } = await claimed()
      const ways = [() => decide(giver, assignment), () => handOver(giver, assignment)]
      const inTurn = first === 'decide' ? ways : ways.toReversed()
      const answers = await Promise.all(inTurn.map(each => each()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { status, reviewer } = (await stored(id))!
      const isDecided = status === 'decided'
      expect(reviewer).toBe(isDecided ? 'hand-giver' : 'hand-taker')
      expect(await notesOf(assignment)).toHaveLength(isDecided ? 0 : 1)
    }
  })

  it('the same request under one key gives it once, also where its answer was lost', async () => {
    const { assignment } = await claimed()
    const key = { 'idempotency-key': `hand-${assignment}` }
    const once = await handOver(giver, assignment, 'hand-taker', key)
    const again = await handOver(giver, assignment, 'hand-taker', key)
    expect([again.status, again.body]).toEqual([200, once.body])
    for (const { pk, sk } of await rawItems(world, 'idempotency#hand-giver'))
      await database.write({
        update: { pk: pk!.S!, sk: sk!.S! },
        set: { lockedUntil: 0 },
        remove: ['answer'],
      })
    const late = await handOver(giver, assignment, 'hand-taker', key)
    expect([late.status, late.body]).toEqual([200, once.body])
    expect(await notesOf(assignment)).toHaveLength(1)
  })
})
