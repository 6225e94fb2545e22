export { base64, fromBase64, fromHex, hex, joined, type Sha256, tagged, utf8 } from './bytes.ts'
export { canonical, canonicalBytes, type Json } from './canonical.ts'
export { type Head, headHash, headText, readHead } from './head.ts'
export {
  type AnonymousRow,
  type Choices,
  inHashOrder,
  type NamedRow,
  reasonHash,
  rollEntry,
  rowLeaf,
  voterHash,
} from './leaves.ts'
export { fingerprint, type Manifest, manifestHash, manifestMessage } from './manifest.ts'
export { keyId, type Note, readNote, readVerifierKey, type Signer, verifierKey, writeNote } from './note.ts'
export { leafHash, Tree, treeRoot } from './tree.ts'
