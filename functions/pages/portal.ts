import type { Action } from '../../shared/http/action.ts'
import { appRoutes } from '../../shared/http/contract/page-routes.ts'
import { appPageResponse } from '../../shared/http/page.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getPortal: Action<typeof appRoutes.getPortal> = async () => appPageResponse()

export const handler = servePublic(appRoutes, { getPortal })
