import type { NewPortalSession } from '../account/portal.ts'
import { portalSeconds } from '../account/session.ts'
import { findOrganisation } from '../account/store.ts'
import { setCookieHeader } from '../http/cookie.ts'
import type { PortalSession } from './contract.ts'

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const toSessionResponse = async (opened: NewPortalSession): Promise<PortalSession> => {
  const { id: clientId, organisationId: id, mode, scopes } = opened.client
  const organisation = { id, name: (await findOrganisation(id))?.name ?? '' }
  return {
    clientId,
    organisation,
    mode,
    scopes: [...scopes],
    endsAt: timeOf(opened.endsAt),
    idleEndsAt: timeOf(opened.expiresAt),
  }
}

/** The session is sent in a cookie only. */
export const portalOpenedResponse = async (opened: NewPortalSession) => ({
  status: 201 as const,
  body: await toSessionResponse(opened),
  cookies: [setCookieHeader('portal', opened.session, portalSeconds)],
})
