import { symptomPageUri } from "./pageAddress";
import { showPage } from "./showPage";

/** Open the page of a symptom inside the editor; hovers name it. */
export async function openSymptomPage(name: unknown): Promise<void> {
  if (typeof name === "string") {
    await showPage(symptomPageUri(name));
  }
}
