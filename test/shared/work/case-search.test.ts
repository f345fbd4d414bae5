import { beforeAll, expect, it, vi } from 'vitest'
import { searchCases } from '../../../shared/work/case-search.ts'
import { listCaseSearches, usualSearchesAnHour } from '../../../shared/work/case-search-store.ts'
import { startTable } from '../../support/table.ts'

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  Object.assign(process.env, { STAGE: 'test' })
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
