import { serve } from '../../shared/http/api.ts'
import { listCallerLookups } from '../../shared/identity/list.ts'
import { identitiesRoutes } from '../../shared/identity/routes.ts'

export const handler = serve(identitiesRoutes, { listIdentities: listCallerLookups })
