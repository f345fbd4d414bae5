import { beforeAll, expect, it, vi } from 'vitest'
import { openAssignment } from '../../../shared/work/assignment/store.ts'
import { addLink, markMessage } from '../../../shared/link/store.ts'
import { findStaleVerifications, findUnsentMessages } from '../../../shared/overview/find-stuck.ts'
import { toStuckId } from '../../../shared/overview/stuck.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import { acceptedAddress } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  process.env.VERIFICATION_EXPIRY_SECONDS = '1209600'
})

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = new Date(nowMs).toISOString()
const later = nowMs + 11 * 60_000

const unsent = async () => {
  const { key } = await acceptedAddress(nowMs)
  const link = await addLink(key, { purpose: 'applicant', channel: 'sms', by: 'service' }, nowMs)
  if (typeof link === 'string') throw new Error(link)
  await markMessage(link, [], 'undeliverable')
  return { key, link }
}

it('finds a message that did not arrive while somebody still waits for its answer', async () => {
  const [waiting, over] = [await unsent(), await unsent()]
  await transitionVerification(over.key, 'expire', { to: 'expired', at, by: 'service' })
  expect(await findUnsentMessages([waiting.link, over.link])).toEqual([
    {
      id: toStuckId(waiting.key),
      caseId: toStuckId(waiting.key),
      kind: 'unsent',
      action: 'send',
      since: at,
      by: 'service',
      lgaId: null,
      photosAwaited: 0,
    },
  ])
})

it('finds what no workflow waits on and what was not published, and nothing that is in people’s lists', async () => {
  const [unstarted, untold, listed, assigned] = [
    await acceptedAddress(nowMs, {}, 'live'),
    await acceptedAddress(nowMs, {}, 'live'),
    await acceptedAddress(nowMs, {}, 'live'),
    await acceptedAddress(nowMs, {}, 'live'),
  ]
  await transitionVerification(untold.key, 'expire', { to: 'expired', at, by: 'service' })
  const opening = { taskToken: '', at, dueAt: at }
  await openAssignment(listed.key, listed.verification, { ...opening, isListed: true })
  await openAssignment(assigned.key, assigned.verification, { ...opening, isListed: false })
  const found = await findStaleVerifications(unstarted.key, later)
  const kinds = new Map(found.map(({ id, kind }) => [id, kind]))
  expect([unstarted, untold, listed, assigned].map(({ key }) => kinds.get(toStuckId(key)))).toEqual([
    'unstarted',
    'untold',
    undefined,
    undefined,
  ])
})
