export {
  base64,
  compareBytes,
  fromBase64,
  fromHex,
  hex,
  joined,
  purpose,
  type Sha256,
  utf8,
} from './bytes.ts'
export { canonical, canonicalBytes, type Json } from './canonical.ts'
export { type Head, headHash, headText, readHead } from './head.ts'
export {
  type AnonymousRow,
  blinding,
  type Choices,
  type CommittedRow,
  commitment,
  inHashOrder,
  type NamedRow,
  reasonHash,
  rollEntry,
  rowLeaf,
  voterHash,
} from './leaves.ts'
export { fingerprint, type Manifest, manifestHash, manifestMessage } from './manifest.ts'
export { keyId, type Note, readNote, readVerifierKey, type Signer, verifierKey, writeNote } from './note.ts'
export {
  type OwnReceipt,
  RECEIPT,
  type Receipt,
  readReceipt,
  receiptMessage,
  writeReceipt,
} from './receipt.ts'
export {
  type BallotRow,
  type NamedBallotRow,
  POLL_RECORD,
  type PollRecord,
  readRecord,
  type TotalRow,
} from './record.ts'
export { type OwnRollEntry, ROLL_ENTRY, readRollEntry } from './roll-entry.ts'
export { leafHash, Tree, treeRoot } from './tree.ts'
