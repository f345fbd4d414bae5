import { beforeAll, expect, it } from 'vitest'
import {
  listRequests,
  type RequestLogEntry,
  saveRequestLogEntry,
} from '../../../shared/http/request-log-store.ts'
import { startTable } from '../../support/table.ts'

beforeAll(startTable)

const tenant = { organisationId: 1, mode: 'test' } as const
const at = '2026-11-20T12:00:00.000Z'
const entry = {
  requestId: 'of-before',
  at,
  clientId: 'client',
  action: 'createAddress',
  status: 201,
  code: null,
  pointers: [],
  latencyMs: 12,
} as const

it('lists an entry of a release that noted no path, with an empty one', async () => {
  await saveRequestLogEntry(tenant, entry as unknown as RequestLogEntry)
  const page = { limit: 20, isFailed: false, nowMs: Date.parse(at) }
  expect((await listRequests(tenant, page)).items).toMatchObject([{ ...entry, path: '' }])
})
