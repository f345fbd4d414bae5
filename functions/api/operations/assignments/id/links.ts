import { readLinks, sendLink as send } from '../../../../../shared/employer/contact/links.ts'
import { contactRoutes } from '../../../../../shared/employer/contact/routes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const sendLink: Action<typeof contactRoutes.sendLink> = async request => {
  const { caller, params, body, nowMs, isRepeat } = request
  return {
    status: 201,
    body: await send({ caller, id: params.id, body, nowMs, request: request.id, isRepeat }),
  }
}

const listLinks: Action<typeof contactRoutes.listLinks> = async ({ caller, params }) => ({
  status: 200,
  body: await readLinks(caller, params.id),
})

export const handler = serveWorkers(contactRoutes, { sendLink, listLinks })
