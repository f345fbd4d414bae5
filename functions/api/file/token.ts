import { setting } from '../../../shared/aws/environment.ts'
import { linkTo } from '../../../shared/aws/media.ts'
import { servePublic } from '../../../shared/aws/public-api.ts'
import { secret } from '../../../shared/aws/secret.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import { mediaRoutes } from '../../../shared/contract/routes/media.ts'
import { readFileToken } from '../../../shared/domain/file-token.ts'
import type { Act } from '../../../shared/http/exchange.ts'

const getFile: Act<'getFile'> = async ({ params, nowMs }) => {
  const key = await secret(setting('FILE_TOKEN_SECRET_ARN'))
  const objectKey = readFileToken(params.token, key, nowMs)
  if (!objectKey) throw new Problem('not_found', 'There is no such file, or its link has expired.')
  return { status: 302, headers: { location: await linkTo(objectKey) } }
}

export const handler = servePublic(mediaRoutes, { getFile })
