import { serve } from '../../../shared/aws/api.ts'
import { database } from '../../../shared/aws/database.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import { presentWebhook } from '../../../shared/domain/endpoint.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { findEndpoint, removeEndpoint } from '../../../shared/table/endpoint.ts'

const unknown = () => new Problem('not_found', 'There is no webhook endpoint with this id.')

const getWebhook: Act<'getWebhook'> = async ({ caller, params }) => {
  const endpoint = await findEndpoint(database, caller, params.id)
  if (!endpoint) throw unknown()
  return { status: 200, body: presentWebhook(endpoint) }
}

const deleteWebhook: Act<'deleteWebhook'> = async ({ caller, params }) => {
  if (!(await removeEndpoint(database, caller, params.id))) throw unknown()
  return { status: 204 }
}

export const handler = serve({ getWebhook, deleteWebhook })
