import { beforeAll, expect, it } from 'vitest'
import { contactAttemptWrites } from '../../../../shared/employer/contact/attempt-store.ts'
import { refuseReachable } from '../../../../shared/employer/contact/attempts.ts'
import { addLink } from '../../../../shared/link/store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { acceptedEmployment } from '../../../support/links.ts'
import { startTable } from '../../../support/table.ts'

beforeAll(startTable)

const noonMs = Date.parse('2026-11-20T12:00:00.000Z')
const afterNoon = (hours: number): number => noonMs + hours * 3_600_000

it('an applicant who is asked for documents twice has a day from the first request', async () => {
  const { key } = await acceptedEmployment(afterNoon(-8))
  for (const [id, hours] of [-6, -4, -2].entries()) {
    const at = new Date(afterNoon(hours)).toISOString()
    const made = { by: 'agent-1', channel: 'phone', outcome: 'noAnswer', contactFrom: 'order' } as const
    await database.write(contactAttemptWrites({ ...key, ...made, id, at, recordedAt: at }).write)
  }
  const ask = (atMs: number) => addLink(key, { purpose: 'documents', channel: 'sms', by: 'agent-1' }, atMs)
  await ask(noonMs)
  await ask(afterNoon(20))
  const tooSoon = refuseReachable(key, afterNoon(24) - 1)
  await expect(tooSoon).rejects.toMatchObject({ code: 'employer_reachable' })
  await expect(refuseReachable(key, afterNoon(24))).resolves.toBeUndefined()
})
