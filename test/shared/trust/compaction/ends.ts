import { readRecord, toPendingPhoto } from '../../../../shared/evidence/capture-record.ts'
import { savePhotoRecords, savePhotoResults } from '../../../../shared/evidence/photo-store.ts'
import { saveContactAttempt } from '../../../../shared/employer/contact/attempt-store.ts'
import { listLinks } from '../../../../shared/link/read-store.ts'
import { addFirstLink, answerLink } from '../../../../shared/link/store.ts'
import { assignmentKey } from '../../../../shared/table/keys.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { noteReading } from '../../../../shared/trail/reading-store.ts'
import { writeWithTrail } from '../../../../shared/trail/store.ts'
import {
  type DecidedOutcome,
  decidedOutcomes,
  type Outcome,
} from '../../../../shared/verification/contract/outcome.ts'
import {
  markPublished,
  type TransitionChanges,
  transitionVerification,
} from '../../../../shared/verification/transition-store.ts'
import { acceptVerification } from '../../../../shared/verification/store.ts'
import type { TransitionName } from '../../../../shared/verification/transition.ts'
import { verificationKeyOf } from '../../../../shared/verification/verification.ts'
import type { VerificationType } from '../../../../shared/verification/contract/product.ts'
import { newDevice } from '../../../support/capture.ts'
import { addressVerification, drawIds, employmentVerification } from '../../../support/verifications.ts'

/* Verifications of each end, as people's work and time leave them. */

/** What stands nowhere else, so that to find it is to find the person. */
export const planted = { to: 'planted@person.example', comment: 'Plantedcomment', said: 'Plantedanswer' }

const device = newDevice()
const slots = ['exteriorPhotos.photo1', 'interiorPhotos.photo1'] as const

const photograph = async (key: VerificationKey, nowMs: number): Promise<void> => {
  const at = new Date(nowMs).toISOString()
  const photos = slots.map(slot => {
    const fixes = [{ latitude: 6.601838, longitude: 3.351486, accuracyMetres: 14.2, at }]
    const stated = { fixes, capturedAt: at, slot }
    const id = `${key.organisationId}-${key.verificationId}`
    const signed = device.capture(id, Buffer.from(`${id} ${slot}`), stated)
    return toPendingPhoto(key, { signed, record: readRecord(signed)! }, { by: 'agent-1', nowMs })
  })
  const result = { state: 'stored', storedAt: at, width: 2000, height: 1500 } as const
  const actor = { by: 'agent-1', at }
  if (!(await savePhotoRecords(key, photos, actor))) throw new Error('No photos were recorded')
  await savePhotoResults(
    key,
    photos.map(photo => ({ photo, result })),
    actor,
  )
}

const reach = async (key: VerificationKey, nowMs: number): Promise<void> => {
  const at = new Date(nowMs).toISOString()
  const attempt = { id: 1, by: 'agent-1', channel: 'phone', outcome: 'noAnswer', at, recordedAt: at } as const
  const { comment, to } = planted
  const named = { contact: to, contactFrom: 'register', comment } as const
  if (!(await saveContactAttempt({ ...key, ...attempt, ...named }))) throw new Error('No attempt was noted')
}

const link = async (key: VerificationKey, nowMs: number): Promise<void> => {
  const order = { purpose: 'applicant', channel: 'mail', by: 'service', to: planted.to } as const
  await addFirstLink(key, order, nowMs)
  const [sent] = await listLinks(key)
  await answerLink(sent!, { said: planted.said }, nowMs + 1000)
}

let drawn = 0
/** As ids are drawn, which sort by time. */
const draw = (startMs: number): number => drawIds(startMs)() + 4096 * ++drawn

/** People's work as far as a report, with a link for the applicant. */
const worked = async (kind: VerificationType, startMs: number): Promise<VerificationKey> => {
  const at = new Date(startMs).toISOString()
  const order = kind === 'address' ? addressVerification : employmentVerification
  const verification = order({}, { id: draw(startMs), organisationId: 7, now: at })
  await acceptVerification(verification, startMs, { isForced: true })
  const key = verificationKeyOf(verification)
  await link(key, startMs)
  await writeWithTrail(key, at, [{ what: 'claimed', by: 'agent-1', facts: { metres: 12.5 } }], {
    put: {
      ...assignmentKey(key, key.verificationId),
      ...key,
      assignedAt: at,
      status: 'claimed',
      agent: 'agent-1',
    },
  })
  await (kind === 'address' ? photograph : reach)(key, startMs + 60_000)
  return key
}

const by = 'reviewer-1'

const move = async (key: VerificationKey, name: TransitionName, change: Omit<TransitionChanges, 'by'>) => {
  if (!(await transitionVerification(key, name, { by, ...change }))) throw new Error(`No ${name} was made`)
}

/** As the outbox does it. */
const tell = async (key: VerificationKey, at: string): Promise<void> => {
  const facts = {
    eventId: `evt_${key.verificationId}_completed`,
    sha256: 'ab'.repeat(32),
    transitions: 2,
    flags: 1,
  }
  await writeWithTrail(key, at, [{ what: 'told', by: 'service', facts }])
  await markPublished(key)
  await noteReading(key, { what: 'viewed', by, facts: { part: 'trail' } }, Date.parse(at))
}

const decided = (outcome: Outcome) => async (key: VerificationKey, at: string) => {
  const set = { decidedBy: by, price: 100, adminComment: planted.comment }
  await move(key, 'decide', { to: outcome, at, set })
}

const after = (name: TransitionName, to: Outcome) => async (key: VerificationKey, at: string) => {
  await decided('verified')(key, at)
  await move(key, 'dispute', { to: 'verified', at, facts: { dispute: 1, revision: 1 } })
  await move(key, name, { to, at, facts: { dispute: 1, revision: 1 } })
}

type End = (key: VerificationKey, at: string) => Promise<void>

const decisions = Object.keys(decidedOutcomes) as DecidedOutcome[]

const others: Readonly<Record<string, End>> = {
  cancelled: (key, at) => move(key, 'cancel', { to: 'cancelled', at }),
  'refused by the applicant': (key, at) => move(key, 'refuse', { to: 'cancelled', at }),
  'withdrawn by the applicant': (key, at) => move(key, 'withdraw', { to: 'cancelled', at }),
  expired: (key, at) => move(key, 'expire', { to: 'expired', at }),
  'disputed and upheld': after('uphold', 'verified'),
  'disputed and revised': after('revise', 'notInResidence'),
}

const ends: Readonly<Record<string, End>> = {
  ...Object.fromEntries(decisions.map(outcome => [outcome, decided(outcome)])),
  ...others,
}

/** Each end that there is of a type. */
export const endsOf = (kind: VerificationType): readonly string[] => [
  ...decisions.filter(outcome =>
    (decidedOutcomes[outcome].decidedFor as readonly VerificationType[]).includes(kind),
  ),
  ...Object.keys(others),
]

/** A verification that ended so, an hour after it was ordered. */
export const endedAs = async (
  name: string,
  kind: VerificationType,
  startMs: number,
): Promise<VerificationKey> => {
  const key = await worked(kind, startMs)
  const at = new Date(startMs + 3_600_000).toISOString()
  await ends[name]!(key, at)
  await tell(key, at)
  return key
}
