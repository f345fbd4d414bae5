import { describe, expect, it } from 'vitest'
import { backCheckKey } from '../../shared/work/assignment/kinds.ts'
import { maxCaseNotes, saveCaseNote } from '../../shared/case/note-store.ts'
import { database } from '../../shared/table/driver.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { assignmentKey } from '../../shared/verification/assignment-kind.ts'
import type { ApiClient } from '../support/api-client.ts'
import { onceTold } from '../support/disputes.ts'
import { joinWorld } from '../support/environment.ts'
import { approval, againstFinding, openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { canaries } from '../support/planted-values.ts'
import { reachTable } from '../support/reach-table.ts'
import { receivedEvent } from '../support/receiver.ts'
import { keptItems, rawItems } from '../support/stored-items.ts'

/* Staff write notes on a case for one another. Nobody changes one, and nobody else ever reads one. */

const world = await joinWorld()
await reachTable(world.emulator)
const customer = await world.client('local-live')
const agent = await worker(world, 'notes-agent', ['agent'])
const both = await worker(world, 'notes-both', ['agent', 'reviewer'])
const first = await worker(world, 'notes-first', ['reviewer'])
const second = await worker(world, 'notes-second', ['reviewer'])
const operator = await worker(world, 'notes-operator', ['operator'])

const at = (assignment: string) => `/v1/operations/cases/${assignment}/notes`
const work = (assignment: string, what: string) => `/v1/operations/assignments/${assignment}${what}`
const write = (by: ApiClient, assignment: string, words = 'A note.', headers?: Record<string, string>) =>
  by.post(at(assignment), { words }, headers)
const read = async (by: ApiClient, assignment: string) => (await by.get(at(assignment))).body
const wordsFor = async (by: ApiClient, assignment: string) => {
  const { data, hidden } = await read(by, assignment)
  return [data.map(({ words }: { words: string }) => words), hidden]
}
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const keyOf = (verificationId: number) =>
  ({ organisationId: world.organisationId, mode: 'live', verificationId }) as const
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }

describe('a note', () => {
  it('is read by every reviewer and operator, oldest first, with who wrote it and when', async () => {
    const { assignment } = await reportedWork(world, agent)
    expect(await read(first, assignment)).toEqual({ data: [], hidden: 0 })
    const written = await write(first, assignment, '  The gate is blue.  ')
    const note = {
      id: expect.any(Number),
      at: time,
      by: 'notes-first',
      words: 'The gate is blue.',
      handedTo: null,
    }
    expect([written.status, written.body]).toEqual([201, note])
    const answer = await write(operator, assignment, 'The customer asks when it ends.')
    for (const by of [first, second, operator])
      expect(await read(by, assignment)).toEqual({ data: [written.body, answer.body], hidden: 0 })
  })

  it('is changed and deleted by nobody', async () => {
    const { assignment } = await reportedWork(world, agent)
    await write(first, assignment)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect(codeOf(await first.request(method, at(assignment), { words: 'Another.' }))).toEqual([
        405,
        'method_not_allowed',
      ])
    expect(await wordsFor(first, assignment)).toEqual([['A note.'], 0])
  })

  it('is written of a decided case, too', async () => {
    const { assignment } = await reportedWork(world, agent)
    await first.post(work(assignment, '/decision'), approval)
    expect((await write(second, assignment, 'They called again.')).status).toBe(201)
    expect(await wordsFor(first, assignment)).toEqual([['They called again.'], 0])
  })

  it('is words in one line, of a case that there is', async () => {
    const { assignment } = await reportedWork(world, agent)
    for (const words of ['', '   ', 'a'.repeat(2001), 'two\nlines', 7, undefined]) {
      const { status, body } = await first.post(at(assignment), { words })
      expect([words, status, body.errors?.[0]?.pointer]).toEqual([words, 400, '/words'])
    }
    expect((await write(first, assignment, 'a'.repeat(2000))).status).toBe(201)
    for (const id of ['12', `${assignment}-d1`, 'x']) {
      const { status, body } = await write(first, id)
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, 'path/id'])
    }
    const inTest = await worker(world, 'notes-test', ['reviewer'], 'test')
    for (const [by, id] of [
      [first, '1-63184876213'],
      [inTest, assignment],
    ] as const) {
      expect(codeOf(await write(by, id))).toEqual([404, 'not_found'])
      expect(codeOf(await by.get(at(id)))).toEqual([404, 'not_found'])
    }
  })

  it('is one, however often it is sent under one key, and each of many at once has its place', async () => {
    const { assignment } = await reportedWork(world, agent)
    const key = { 'idempotency-key': `note-of-${assignment}` }
    const once = await write(first, assignment, 'Sent twice.', key)
    const again = await write(first, assignment, 'Sent twice.', key)
    expect([again.status, again.body]).toEqual([201, once.body])
    expect(codeOf(await write(first, assignment, 'Another.', key))).toEqual([422, 'idempotency_key_reused'])
    const many = ['1', '2', '3', '4', '5', '6']
    const written = await Promise.all(
      many.map(words => write(words < '4' ? first : second, assignment, words)),
    )
    expect(written.map(({ status }) => status)).toEqual(many.map(() => 201))
    const [words] = await wordsFor(second, assignment)
    expect([words[0], words.slice(1).toSorted()]).toEqual(['Sent twice.', many])
  })

  it('is one of a hundred at most, also where several are written at once', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    const order = { requestedAt: new Date().toISOString() }
    for (let n = 1; n <= maxCaseNotes - 2; n++)
      await saveCaseNote(
        { ...keyOf(id), id: n, at: order.requestedAt, by: 'notes-first', words: `${n}` },
        order,
      )
    const written = await Promise.all([1, 2, 3, 4, 5].map(() => write(second, assignment)))
    expect(written.map(codeOf).toSorted()).toEqual([
      [201, undefined],
      [201, undefined],
      ...Array(3).fill([409, 'too_many_notes']),
    ])
    expect((await read(first, assignment)).data).toHaveLength(maxCaseNotes)
  })
})

describe('a note is not read or written', () => {
  const refused = async (by: ApiClient, assignment: string) => [
    codeOf(await by.get(at(assignment))),
    codeOf(await write(by, assignment)),
  ]

  it('by anybody who is neither reviewer nor operator', async () => {
    const { assignment } = await reportedWork(world, agent)
    for (const by of [agent, customer])
      expect(await refused(by, assignment)).toEqual(Array(2).fill([403, 'product_not_enabled']))
  })

  it('by a reviewer who made the visit, or who made it again, or may still make it', async () => {
    const { id, assignment } = await reportedWork(world, both)
    expect(await refused(both, assignment)).toEqual(Array(2).fill([403, 'own_visit']))
    const open = await openWork(world)
    expect(await refused(both, open.assignment)).toEqual(Array(2).fill([409, 'not_reported']))
    expect((await write(first, open.assignment)).status).toBe(201)
    // A back-check, which is found by no id of its case.
    const again = { ...keyOf(id), verificationId: id + 1 }
    await database.write({ put: { ...backCheckKey(keyOf(id), id), backCheck: id + 1 } })
    await database.write({
      put: {
        ...again,
        ...assignmentKey(again, id + 1),
        assignedAt: new Date().toISOString(),
        status: 'claimed',
        agent: 'notes-second',
      },
    })
    expect(await refused(second, assignment)).toEqual(Array(2).fill([403, 'own_visit']))
    expect((await write(first, assignment)).status).toBe(201)
    expect(codeOf(await first.get(at(`${world.organisationId}-${id + 1}`)))).toEqual([404, 'not_found'])
  })

  it('by a reviewer who had a part in a decision, as long as its dispute is open', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    await first.post(work(assignment, '/decision'), approval)
    const dispute = { reason: 'Another house.', ground: 'evidence' }
    const raised = await onceTold(() => customer.post(`/v1/addresses/${id}/dispute`, dispute))
    expect(raised.status).toBe(201)
    expect(await refused(first, assignment)).toEqual(Array(2).fill([403, 'decided_before']))
    expect((await write(second, assignment, 'They are right.')).status).toBe(201)
    expect((await write(operator, assignment, 'They called.')).status).toBe(201)
    await second.post(work(`${assignment}-d1`, '/decision'), approval)
    expect(await wordsFor(first, assignment)).toEqual([['They are right.', 'They called.'], 0])
  })
})

describe('of two reviewers', () => {
  it('the second sees no note of the first, until they have decided', async () => {
    const { assignment } = await reportedWork(world, agent)
    await write(first, assignment, 'I would reject it.')
    await write(second, assignment, 'Look at the gate.')
    expect(await wordsFor(second, assignment)).toEqual([['I would reject it.', 'Look at the gate.'], 0])
    expect((await first.post(work(assignment, '/decision'), reject)).status).toBe(202)
    await write(first, assignment, 'I have.')
    const all = ['I would reject it.', 'Look at the gate.', 'I have.']
    expect(await wordsFor(second, assignment)).toEqual([['Look at the gate.'], 2])
    expect(await wordsFor(first, assignment)).toEqual([all, 0])
    expect(await wordsFor(operator, assignment)).toEqual([all, 0])
    expect((await second.post(work(assignment, '/decision'), reject)).status).toBe(200)
    expect(await wordsFor(second, assignment)).toEqual([all, 0])
  })
})

const { text } = canaries()

describe('the words of a note', () => {
  const words = text('Note')

  it('are in the note alone, and the trail says that it was written and read', async () => {
    const receiver = await world.receiver()
    await customer.post('/v1/webhooks', { url: receiver.url })
    const { id, assignment } = await reportedWork(world, agent)
    await write(first, assignment, words, { 'idempotency-key': `words-of-${assignment}` })
    await read(second, assignment)
    await read(second, assignment)
    await first.post(work(assignment, '/decision'), { ...approval, adminComment: 'All well.' })
    await receivedEvent(receiver, `evt_${id}_completed`)

    const trail = (await second.get(work(assignment, '/trail'))).body
    const about = eventsIn(trail.entries).filter(
      ({ what, facts }) => what === 'noteWritten' || facts?.part === 'notes',
    )
    expect(about.map(({ what, by, facts }) => [what, by, facts])).toEqual([
      ['noteWritten', 'notes-first', { note: expect.any(Number) }],
      ['viewed', 'notes-second', { part: 'notes' }],
    ])
    expect(JSON.stringify(trail)).not.toContain(words)

    const told = await Promise.all(
      ['', '/receipt', '/report', '/revisions'].map(what => customer.get(`/v1/addresses/${id}${what}`)),
    )
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const events = (await customer.get(`/v1/events/evt_${id}_completed`)).body
    const seen = [...told.map(({ body }) => body), events, receiver.received.map(({ body }) => body)]
    expect(JSON.stringify(seen)).not.toContain(words)
    for (const by of [first, second])
      expect(JSON.stringify((await by.get(work(assignment, ''))).body)).not.toContain(words)

    const others = world.emulator.recorded.filter(({ service }) => service !== 'dynamodb')
    const elsewhere = [...world.logLines, ...others.map(({ body }) => `${body}`)].join('\n')
    expect(elsewhere).not.toContain(words)
    expect(JSON.stringify(await rawItems(world))).not.toContain(words)
    const holding = (await keptItems(world))
      .filter(item => item.includes(words))
      .map(item => JSON.parse(item))
    expect(holding.map(({ pk, sk }) => [pk.S.includes(`${id}`), sk.S])).toEqual([
      [true, `note#${'1'.padStart(16, '0')}`],
    ])
  })

  it('go with the verification', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    await write(first, assignment, 'Gone soon.')
    const command = { command: 'erase', organisationId: 1, mode: 'live', verificationId: id }
    expect(await world.administer({ ...command, dryRun: true })).toMatchObject({ erased: [{ notes: 1 }] })
    expect(await wordsFor(first, assignment)).toEqual([['Gone soon.'], 0])
    expect(await world.administer(command)).toMatchObject({ erased: [{ notes: 1 }] })
    expect((await keptItems(world, `${id}`)).filter(item => item.includes('note#'))).toEqual([])
    for (const answer of [await write(first, assignment), await first.get(at(assignment))])
      expect(codeOf(answer)).toEqual([404, 'not_found'])
    const late = { ...keyOf(id), id: 1, at: new Date().toISOString(), by: 'notes-first', words: 'Too late.' }
    expect(await saveCaseNote(late, { requestedAt: late.at })).toBe('erased')
  })
})
