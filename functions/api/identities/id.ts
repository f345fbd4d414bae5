import { serve } from '../../../shared/http/api.ts'
import { getIdentity } from '../../../shared/identity/find-lookup.ts'
import { identitiesRoutes } from '../../../shared/identity/routes.ts'

export const handler = serve(identitiesRoutes, { getIdentity })
