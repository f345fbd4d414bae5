import { contactRoutes } from '../../../../../shared/fieldwork/contact/contact-routes.ts'
import { readLinks, sendLink as send } from '../../../../../shared/fieldwork/contact/links.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const sendLink: Act<typeof contactRoutes.sendLink> = async call => {
  const { caller, params, body, nowMs, id: request, isRepeat } = call
  return { status: 201, body: await send({ caller, id: params.id, body, nowMs, request, isRepeat }) }
}

const listLinks: Act<typeof contactRoutes.listLinks> = async ({ caller, params }) => ({
  status: 200,
  body: await readLinks(caller, params.id),
})

export const handler = serveWorkers(contactRoutes, { sendLink, listLinks })
