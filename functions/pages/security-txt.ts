import { setting } from '../../shared/aws/environment.ts'
import { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import { securityText } from '../../shared/http/security-txt.ts'
import { servePublic } from '../../shared/http/serve.ts'

const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' }

export const handler = servePublic(docsRoutes, {
  getSecurityTxt: async ({ nowMs }) => ({
    status: 200 as const,
    headers,
    content: securityText(setting('SECURITY_CONTACT'), nowMs),
  }),
})
