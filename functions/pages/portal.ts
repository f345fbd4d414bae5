import { appReply } from '../../shared/http/app-page.ts'
import { appRoutes } from '../../shared/http/contract/app-routes.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { servePublic } from '../../shared/http/serve.ts'

const getPortal: Act<typeof appRoutes.getPortal> = async () => appReply()

export const handler = servePublic(appRoutes, { getPortal })
