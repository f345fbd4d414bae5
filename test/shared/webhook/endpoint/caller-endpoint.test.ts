import { beforeAll, expect, it } from 'vitest'
import { BusyError } from '../../../../shared/aws/errors.ts'
import { changeCallerEndpoint } from '../../../../shared/webhook/endpoint/caller-endpoint.ts'
import { startStage } from '../../table/stage.ts'
import { openEndpoint } from '../delivery/run.ts'

beforeAll(startStage)

it('is changed by many at once, each of whom succeeds or may try again', async () => {
  const { organisationId, mode } = await openEndpoint(71, 1, '2026-11-20T12:00:00.000Z')
  const request = { caller: { organisationId, mode, clientId: 'client', scopes: [] }, params: { id: 1 } }
  const change = (n: number) =>
    changeCallerEndpoint(request as never, () => ({ set: { description: `${n}` } }))
  const changes = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => change(n)))
  const failures = changes.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  expect(failures.filter(failure => !(failure instanceof BusyError))).toEqual([])
  expect(failures.length).toBeLessThan(40)
})
