import type { Caller } from '../../../../../shared/account/caller.ts'
import {
  getHeldTask,
  getReviewableTask,
  getTask,
  isReviewer,
} from '../../../../../shared/work/assignment/access.ts'
import { linkSeconds, photoUrls } from '../../../../../shared/evidence/file-token.ts'
import { toPhoto } from '../../../../../shared/evidence/photo.ts'
import { findPhotos } from '../../../../../shared/evidence/photo-store.ts'
import { recordPhotos as record } from '../../../../../shared/evidence/record-photos.ts'
import { evidenceRoutes } from '../../../../../shared/evidence/routes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const recordPhotos: Action<typeof evidenceRoutes.recordPhotos> = async ({ caller, params, body, nowMs }) => ({
  status: 200,
  body: await record({ caller, id: params.id, records: body.records, nowMs }),
})

/** For the agent who holds the visit, and for reviewers of others'. */
const visibleTask = async (caller: Caller, id: string) => {
  const { assignment } = await getTask(caller, id)
  const isOthers = assignment.agent !== caller.clientId
  return isOthers && isReviewer(caller) ? getReviewableTask(caller, id) : getHeldTask(caller, id)
}

const listPhotos: Action<typeof evidenceRoutes.listPhotos> = async ({ caller, params, nowMs }) => {
  const { assignment } = await visibleTask(caller, params.id)
  const urlOf = await photoUrls(nowMs, linkSeconds.work, caller.clientId)
  const photos = await findPhotos(assignment, nowMs)
  return { status: 200, body: { data: photos.map(photo => toPhoto(photo, urlOf)) } }
}

export const handler = serveWorkers(evidenceRoutes, { recordPhotos, listPhotos })
