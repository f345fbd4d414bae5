import { callApi } from '../../ui/api.ts'
import { listRecords, saveRecord } from '../storage/database.ts'
import { getDevice } from '../storage/person.ts'
import { type Device, isStopped, type Visit } from '../storage/records.ts'
import { needsWifi } from './connection.ts'
import { isUnsent } from './photo-state.ts'
import { withTimeout } from './retry.ts'

const timeoutMs = 10_000

const nothing = { reports: 0, photos: 0 }

/** What is signed and on this phone alone. */
const countSigned = async (by: string): Promise<typeof nothing> => {
  const [visits, photos] = await Promise.all([listRecords('visits', by), listRecords('photos', by)])
  return {
    reports: visits.filter(({ report }) => report !== undefined).length,
    photos: photos.filter(({ state }) => isUnsent(state)).length,
  }
}

const say = async (by: string, { reports, photos }: typeof nothing): Promise<void> => {
  const { id, isEnrolled, said } = await getDevice(by)
  const last = said ?? { ...nothing, number: 0 }
  if (!isEnrolled || !navigator.onLine || (last.reports === reports && last.photos === photos)) return
  const number = last.number + 1
  await saveRecord('devices', by, stored => ({ ...stored!, said: { ...last, number } }))
  await callApi('PUT /v1/operations/devices/{id}/unsent', {
    params: { id },
    body: { number, reports, photos },
    signal: withTimeout(timeoutMs),
  })
  await saveRecord('devices', by, stored => ({ ...stored!, said: { number, reports, photos } }))
}

/** The work itself goes its own way, and the next synchronisation says it again. */
const ignoreFailure = (): undefined => undefined

/**
 * Tells the office what this phone holds, where that is not what it said last. The number is stored before the call, so
 * that a word which is late on its way is known as an older one.
 */
export const sayUnsent = async (by: string): Promise<void> =>
  countSigned(by)
    .then(held => say(by, held))
    .catch(ignoreFailure)

/** Nothing more can be sent of it until its agent has decided. */
const isStuck = (visit: Visit): boolean => visit.report !== undefined && isStopped(visit)

const hasSaidMuch = ({ said }: Device): boolean => said !== undefined && said.reports + said.photos > 0

/**
 * Tells the office that all was sent, or what is left of it: where it has heard otherwise, or something has to wait. What
 * was made since is about to be sent, so that a visit which is sent as it is signed costs no call.
 */
export const saySent = async (by: string): Promise<void> => {
  const isNews = async () =>
    hasSaidMuch(await getDevice(by)) ||
    (await needsWifi(by)) ||
    (await listRecords('visits', by)).some(isStuck)
  if (await isNews().catch(() => false)) await sayUnsent(by)
}

/** Before everything on the phone is deleted: the office need not look for what nobody can send any more. */
export const sayNothingIsHeld = (by: string): Promise<void> => say(by, nothing).catch(ignoreFailure)
