import { beforeAll, describe, expect, it, vi } from 'vitest'
import { queryAll } from '../../../../shared/table/paging.ts'
import { searchedValuesOf } from '../../../../shared/case/index-store.ts'
import { caseSearchRule, searchCases } from '../../../../shared/case/search/search.ts'
import type { SearchCases } from '../../../../shared/case/search/contract.ts'
import { caseSearchesQuery } from '../../../../shared/case/search/kind.ts'
import {
  eraseSearchWords,
  listCaseSearches,
  usualSearchesAnHour,
} from '../../../../shared/case/search/store.ts'
import { startTable } from '../../../support/table.ts'
import { addressVerification, liveTenant } from '../../../support/verifications.ts'
import { openAwsEndpoint } from '../../aws/endpoint.ts'

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'a key of the stage' }))
  Object.assign(process.env, {
    STAGE: 'test',
    ID_NUMBER_SECRET: 'id-number-key',
    DATA_KEY_SECRET: 'wrapping-key',
  })
})

it('rings once a person has searched more in an hour than is usual, and not for others or in the next hour', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation(line => lines.push(`${line}`) > 0)
  const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
  let requestId = 0
  const search = (clientId: string, atMs: number) =>
    searchCases({
      caller: { organisationId: 0, mode: 'live', clientId, scopes: [] },
      requestId: ++requestId,
      body: { field: 'time', purpose: 'quality' },
      nowMs: atMs,
    })
  for (let n = 0; n < usualSearchesAnHour; n++) await search('reviewer-1', nowMs + n)
  await search('reviewer-2', nowMs)
  expect(lines.filter(line => line.includes('"UnusualCaseSearches":1'))).toEqual([])
  await search('reviewer-1', nowMs + 1000)
  expect(lines.filter(line => line.includes('"UnusualCaseSearches":1'))).toHaveLength(1)
  await search('reviewer-1', nowMs + 3_600_000)
  expect(lines.filter(line => line.includes('"UnusualCaseSearches":1'))).toHaveLength(1)
  vi.mocked(process.stdout.write).mockRestore()
  // The unusual one is recorded like the others.
  expect(await listCaseSearches('live', 'reviewer-1')).toHaveLength(usualSearchesAnHour + 2)
})

describe('what was written of a search', () => {
  const nowMs = Date.parse('2026-11-20T15:00:00.000Z')
  const search = (requestId: number, body: Partial<SearchCases>) =>
    searchCases({
      caller: { organisationId: 0, mode: 'live', clientId: 'reviewer-3', scopes: [] },
      requestId,
      body: { purpose: 'incident', words: `Words ${requestId}`, ...body } as SearchCases,
      nowMs: nowMs + requestId,
    })
  const wordsLeft = async () =>
    (await listCaseSearches('live', 'reviewer-3')).map(({ field, words }) => [field, words])

  it('ends with the erasure of whom it was about, whatever they were searched by, and nothing else does', async () => {
    const person = addressVerification({}, { id: 4711, ...liveTenant(1) })
    const { firstname, lastname, phone } = person.applicant
    await search(1, { field: 'id', value: '1-4711' })
    await search(2, { field: 'customerReference', value: person.customerReference })
    await search(3, { field: 'name', value: `${lastname.toUpperCase()} ${firstname}` })
    await search(4, { field: 'phone', value: phone })
    await search(5, { field: 'name', value: 'Somebody Else' })
    await search(6, { field: 'id', value: '4712' })
    await search(7, {
      field: 'name',
      value: `${firstname} ${lastname}`,
      purpose: 'customer',
      words: undefined,
    })
    await eraseSearchWords('test', await searchedValuesOf(person))
    const all = [
      ['id', 'Words 1'],
      ['customerReference', 'Words 2'],
      ['name', 'Words 3'],
      ['phone', 'Words 4'],
      ['name', 'Words 5'],
      ['id', 'Words 6'],
      ['name', undefined],
    ]
    expect(await wordsLeft()).toEqual(all)
    for (const _again of [1, 2]) {
      await eraseSearchWords('live', await searchedValuesOf(person))
      expect(await wordsLeft()).toEqual(all.map(([field, words], n) => [field, n < 4 ? undefined : words]))
    }
    const kept = JSON.stringify(await queryAll(caseSearchesQuery('live', 'reviewer-3')))
    expect(kept.match(/case-searched#/g)).toHaveLength(2)
    for (const word of [firstname, lastname, phone, person.customerReference])
      expect(kept).not.toContain(word)
  })

  it.each(['lga', 'agent', 'reviewer', 'outcome', 'time'] as const)(
    'is refused where nobody is searched, and not needed: by %s',
    field => {
      const value = { lga: '2411', agent: 'agent-1', reviewer: 'r', outcome: 'VERIFIED', time: undefined }[
        field
      ]
      const errorsOf = (words?: string) =>
        caseSearchRule({ body: { field, value, purpose: 'incident', words } } as never)
      expect(errorsOf()).toEqual([])
      expect(errorsOf('Ticket 81').map(({ pointer, code }) => [pointer, code])).toEqual([
        ['/words', 'not_allowed'],
      ])
    },
  )

  it.each(['id', 'customerReference', 'name', 'phone'] as const)('is needed of an incident by %s', field => {
    const value = { id: '1-4711', customerReference: 'A', name: 'A B', phone: '08031234567' }[field]
    const errors = caseSearchRule({ body: { field, value, purpose: 'incident' } } as never)
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([['/words', 'required']])
  })
})
