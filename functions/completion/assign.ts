import { closeAssignment, openAssignment } from '../../shared/work/assignment/store.ts'
import { setting } from '../../shared/aws/environment.ts'
import { log } from '../../shared/aws/log.ts'
import { sendTaskSuccess } from '../../shared/aws/state-machine.ts'
import { storeApplicantPhotos } from '../../shared/evidence/store-applicant-photos.ts'
import { sendApplicantLink } from '../../shared/link/applicant.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { isFinal } from '../../shared/verification/contract/outcome.ts'
import { scenarioOf } from '../../shared/verification/scenario.ts'
import { findVerification } from '../../shared/verification/store.ts'
import type { Verification } from '../../shared/verification/verification.ts'

const findOpen = async (key: VerificationKey, nowMs: number): Promise<Verification | undefined> => {
  const verification = await findVerification(key, key.verificationId, nowMs)
  return verification && !isFinal(verification.outcome) ? verification : undefined
}

const dueAt = ({ requestedAt }: Verification): string =>
  new Date(Date.parse(requestedAt) + setting('VERIFICATION_DUE_SECONDS') * 1000).toISOString()

/** In test mode the simulated agent needs no list; people come where it never does. */
const openingOf = (verification: Verification, nowMs: number) => {
  const { afterSeconds, isNobody } = verification.mode === 'test' ? scenarioOf(verification) : {}
  return {
    at: new Date(nowMs).toISOString(),
    dueAt: dueAt(verification),
    visitAfterSeconds: afterSeconds,
    isListed: verification.mode === 'live' || isNobody === true,
  }
}

/** Opens the work and leaves the workflow waiting, unless the verification is final. */
export const handler = async ({ token, ...key }: VerificationKey & { token: string }): Promise<void> => {
  const nowMs = Date.now()
  const verification = await findOpen(key, nowMs)
  if (!verification) return sendTaskSuccess(token)
  // Usually done with the order; nobody starts a visit without its photos.
  await storeApplicantPhotos(verification)
  const opening = { taskToken: token, ...openingOf(verification, nowMs) }
  if (!(await openAssignment(key, verification, opening))) return sendTaskSuccess(token)
  log('assignment.opened', { ...key })
  await sendApplicantLink(verification, nowMs)
  // A concurrent end met the token of an earlier wait, or none.
  if (await findOpen(key, nowMs)) return
  await closeAssignment(key, nowMs)
  await sendTaskSuccess(token)
}
