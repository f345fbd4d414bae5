import { linkTo } from '../../../shared/aws/bucket.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { secret } from '../../../shared/aws/secret.ts'
import { readFileToken } from '../../../shared/fieldwork/file-token.ts'
import { mediaRoutes } from '../../../shared/fieldwork/media-routes.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'

const getFile: Act<typeof mediaRoutes.getFile> = async ({ params, nowMs }) => {
  const key = await secret(setting('FILE_TOKEN_SECRET'))
  const objectKey = readFileToken(params.token, key, nowMs)
  if (!objectKey) throw new Problem('not_found', 'There is no such file, or its link has expired.')
  return { status: 302, headers: { location: await linkTo(objectKey) } }
}

export const handler = servePublic(mediaRoutes, { getFile })
