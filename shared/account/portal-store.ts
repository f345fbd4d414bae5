import { database } from '../table/driver.ts'
import { clientKey, portalLinkKey, portalSessionKey } from '../table/keys.ts'
import { conditionsMet, present } from '../table/port.ts'
import { type Client, findWithClient, type IssuedCredential, type StoredToken } from './store.ts'

/** A portal session as kept, under its digest: good only beside the client that it was opened for. */
export interface StoredPortalSession extends StoredToken {
  /** When it ends whatever is done, in seconds since 1970. `expiresAt` is when it ends unless it is used. */
  readonly endsAt: number
}

/** A link that opens a portal once; a used one stays until its time is over. */
export interface StoredPortalLink extends StoredToken {
  readonly usedAt?: string
}

export const findPortalSession = (
  digest: string,
  clientId: string,
): Promise<IssuedCredential<StoredPortalSession> | undefined> =>
  findWithClient(portalSessionKey(digest), clientId)

export const findPortalLink = (
  digest: string,
  clientId: string,
): Promise<IssuedCredential<StoredPortalLink> | undefined> => findWithClient(portalLinkKey(digest), clientId)

export const savePortalLink = async (digest: string, link: StoredPortalLink): Promise<void> => {
  await database.write({ put: { ...link, ...portalLinkKey(digest) } })
}

const use = (digest: string, at: string) => ({
  update: portalLinkKey(digest),
  set: { usedAt: at },
  condition: { when: 'attribute_exists(#pk) AND attribute_not_exists(#usedAt)' },
})

/**
 * Keeps a portal session, if its client is still there as it was read; with a link, only if nobody used that before.
 * All or nothing.
 */
export const savePortalSession = (
  digest: string,
  session: StoredPortalSession,
  { id, secrets, generation }: Client,
  link?: { readonly digest: string; readonly at: string },
): Promise<boolean> =>
  conditionsMet(
    database.write(
      { put: { ...session, ...portalSessionKey(digest) } },
      {
        check: clientKey(id),
        condition: {
          when: '#secrets = :secrets AND #generation = :generation',
          values: { secrets, generation },
        },
      },
      ...(link ? [use(link.digest, link.at)] : []),
    ),
  )

/** Puts off the end of a portal session that is still there. */
export const renewPortalSession = (digest: string, expiresAt: number): Promise<boolean> =>
  conditionsMet(database.write({ update: portalSessionKey(digest), set: { expiresAt }, condition: present }))

export const deletePortalSession = async (digest: string): Promise<void> => {
  await database.write({ delete: portalSessionKey(digest) })
}
