import { beforeEach, expect, it } from 'vitest'
import { findDataFormat, recordDeployment } from '../../../shared/format/data-format-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { organisationKey } from '../../../shared/account/kinds.ts'
import { heartbeatKey } from '../../../shared/outbox/heartbeat-kind.ts'
import { startTable } from '../../support/table.ts'

const first = { version: '1.0.0', readsFrom: 1, readsTo: 1, writes: 1 }
const second = { version: '1.1.0', readsFrom: 1, readsTo: 2, writes: 1 }
const third = { version: '1.2.0', readsFrom: 1, readsTo: 2, writes: 2 }

beforeEach(async () => {
  await startTable()
})

it('finds no format where nobody is a customer yet, whatever the service has written for itself', async () => {
  expect(await findDataFormat()).toBeUndefined()
  await database.write({ put: { ...heartbeatKey(), at: 'now' } })
  expect(await findDataFormat()).toBeUndefined()
})

it('takes what has customers and says nothing for data from before 1.0, and marks it by no deployment', async () => {
  await database.write({ put: { ...organisationKey(1), name: 'Acme' } })
  const unmarked = { oldest: 0, newest: 0, reads: 0, release: 'before 1.0' }
  expect(await findDataFormat()).toEqual(unmarked)
  for (const moment of ['begins', 'complete'] as const)
    await expect(recordDeployment(first, moment)).rejects.toThrow('before 1.0')
  expect(await findDataFormat()).toEqual(unmarked)
})

it('keeps what each deployment says, before and after it', async () => {
  const said = []
  said.push(await recordDeployment(first, 'complete'))
  for (const release of [second, third, second])
    said.push(await recordDeployment(release, 'begins'), await recordDeployment(release, 'complete'))
  expect(said).toEqual([
    { oldest: 1, newest: 1, reads: 1, release: '1.0.0' },
    { oldest: 1, newest: 1, reads: 1, release: '1.0.0' },
    { oldest: 1, newest: 1, reads: 2, release: '1.1.0' },
    { oldest: 1, newest: 2, reads: 2, release: '1.1.0' },
    { oldest: 1, newest: 2, reads: 2, release: '1.2.0' },
    { oldest: 1, newest: 2, reads: 2, release: '1.2.0' },
    { oldest: 1, newest: 2, reads: 2, release: '1.1.0' },
  ])
  expect(await findDataFormat()).toEqual(said.at(-1))
})

it('loses nothing where two say something at once', async () => {
  await Promise.all([recordDeployment(first, 'complete'), recordDeployment(first, 'complete')])
  await Promise.all([recordDeployment(second, 'begins'), recordDeployment(third, 'begins')])
  expect(await findDataFormat()).toEqual({ oldest: 1, newest: 2, reads: 1, release: '1.0.0' })
})
