import type { Action } from '../../shared/http/action.ts'
import { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import { servePublic } from '../../shared/http/serve.ts'
import { docsResponse } from '../../shared/http/site.ts'

const getLlmsFull: Action<typeof docsRoutes.getLlmsFull> = async call => docsResponse('llms-full.txt', call)

export const handler = servePublic(docsRoutes, { getLlmsFull })
