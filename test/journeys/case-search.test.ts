import { describe, expect, it } from 'vitest'
import { listCaseSearches } from '../../shared/case/search/store.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { signInOwn } from '../support/sign-in.ts'
import { rawItems } from '../support/stored-items.ts'

/* Staff find a case by what somebody tells them, and what they searched is written down nowhere. */

const world = await joinWorld()
const agent = await signInOwn(world, 'search-agent', 'agent')
const reviewer = await signInOwn(world, 'search-reviewer', 'reviewer')
const curious = await signInOwn(world, 'search-curious', 'reviewer')
const operator = await signInOwn(world, 'search-operator', 'operator')

const path = '/v1/operations/searches'
const purpose = 'customer'
const person = { ...applicant, firstname: 'Ngozi', lastname: 'Searchable', phone: '08035559127' }
const order = addressOrder({ applicant: person, customerReference: 'sought-4711', allowRevisit: true })

const work = await reportedWork(world, agent, undefined, '/v1/addresses', order)
await reviewer.post(`/v1/operations/assignments/${work.assignment}/decision`, approval)

const opened = await reviewer.get(`/v1/operations/assignments/${work.assignment}`)
const lgaId = `${opened.body.place.lgaId}`

const search = async (body: object, by: ApiClient = reviewer) =>
  by.post(path, { purpose, limit: 100, ...body })
const found = async (field: string, value?: string) => {
  const { status, body } = await search({ field, value })
  expect([field, status]).toEqual([field, 200])
  return (body.data as { id: string }[]).find(({ id }) => id === work.assignment)
}

describe('a decided case', () => {
  it.each([
    ['id', `${work.id}`],
    ['id', work.assignment],
    ['customerReference', 'sought-4711'],
    ['name', 'SEARCHABLE  ngózi'],
    ['phone', '+234 803 555 9127'],
    ['lga', undefined],
    ['agent', 'search-agent'],
    ['reviewer', 'search-reviewer'],
    ['outcome', 'VERIFIED'],
    ['time', undefined],
  ])('is found by its %s', async (field, value) => {
    const wanted = field === 'lga' ? lgaId : value
    const one = await eventually(() => found(field, wanted), `the case by ${field}`)
    expect(one).toMatchObject({
      id: work.assignment,
      applicant: 'N. S.',
      phone: '…127',
      customerReference: '…711',
      status: { subStatus: 'VERIFIED' },
      reviewer: 'search-reviewer',
    })
    expect(JSON.stringify(one)).not.toMatch(/Ngozi|Searchable|5559127|sought/)
  })

  it('is found by an operator, too, and by nobody who is neither', async () => {
    expect((await search({ field: 'id', value: `${work.id}` }, operator)).body.data).toHaveLength(1)
    for (const other of [agent, await world.client('local-live')])
      expect((await search({ field: 'id', value: `${work.id}` }, other)).body.code).toBe(
        'product_not_enabled',
      )
  })

  it('is found again by a repeat with its Idempotency-Key, which is for no other search', async () => {
    const key = { 'idempotency-key': 'search-once' }
    const sought = { purpose, field: 'id', value: `${work.id}` }
    const first = await operator.post(path, sought, key)
    expect(first.body.data).toHaveLength(1)
    expect((await operator.post(path, sought, key)).body).toEqual(first.body)
    const other = await operator.post(path, { ...sought, value: '1' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is no case of test mode', async () => {
    const { body } = await search({ field: 'time', from: '2020-01-01', to: '2020-01-02' })
    expect(body).toEqual({ data: [], nextCursor: null })
  })
})

it('names every bad field at once', async () => {
  const { status, body } = await search({
    field: 'phone',
    value: 'abc',
    purpose: 'incident',
    from: 'yesterday',
  })
  expect(status).toBe(400)
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
    '/from',
    '/value',
    '/words',
  ])
  expect((await reviewer.post(path, { field: 'name', value: 'A B' })).body.errors[0].pointer).toBe('/purpose')
  expect((await search({ field: 'time', value: 'A' })).body.errors[0].pointer).toBe('/value')
  expect((await search({ field: 'outcome', value: 'IN PROGRESS' })).body.errors[0].pointer).toBe('/value')
})

it('records who searched, by which field and why, and writes what they searched nowhere', async () => {
  const words = 'Ticket eighty-one'
  await search({ field: 'name', value: 'Unknown Sought-Name', purpose: 'incident', words }, curious)
  await search({ field: 'phone', value: '08031230099' }, curious)
  await reachTable(world.emulator)
  const searches = await listCaseSearches('live', 'search-curious')
  expect(searches.map(({ field, purpose: why, words: said }) => [field, why, said])).toEqual([
    ['name', 'incident', words],
    ['phone', 'customer', undefined],
  ])
  const kept = JSON.stringify(await rawItems(world, 'case-search#'))
  const lines = world.logLines.join('\n')
  for (const sought of ['Sought-Name', 'sought-name', '08031230099', '8031230099', words])
    expect([sought, kept.includes(sought), lines.includes(sought)]).toEqual([sought, false, false])
  const logged = world.logLines.filter(
    line => line.includes('cases.searched') && line.includes('search-curious'),
  )
  expect(logged).toHaveLength(2)
  expect(logged[0]).toContain('incident')
})
