import { newKeyPair, newSecret } from '../transport/signature.ts'
import type { SigningSecret } from './secret.ts'

/** A fresh Ed25519 pair. */
export const newPair = (): SigningSecret => newKeyPair()

/** What a new endpoint signs with, and what a rotation replaces it by. */
export const newSecrets = ({ ed25519 }: { ed25519: boolean }): SigningSecret[] => [
  { secret: newSecret() },
  ...(ed25519 ? [newPair()] : []),
]
