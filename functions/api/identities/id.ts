import { serve } from '../../../shared/http/api.ts'
import { getIdentity } from '../../../shared/identity/find-look-up.ts'
import { identitiesRoutes } from '../../../shared/identity/routes.ts'

export const handler = serve(identitiesRoutes, { getIdentity })
