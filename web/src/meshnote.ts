// What the page says of meshes: which are missing, what that means, and how many are still to come.

import { el } from "./dom";
import type { View } from "./view";

export class MeshNote {
  readonly root = el("details", { class: "meshes", id: "meshes", hidden: true });

  show(view: View) {
    const { missing, named, loaded, bare } = view;
    this.root.hidden = named === 0 || (missing.length === 0 && loaded === named && bare.length === 0);
    const stands = Object.values(view.drawn()).filter((d) => d === "stick" || d === "collision").length;
    const words = missing.length ? `${missing.length} of ${named} meshes missing`
      : loaded < named ? `loading meshes: ${loaded} of ${named}` : `${bare.length} meshes without their pictures`;
    this.root.classList.toggle("fault", missing.length > 0);
    const help = `${stands} links are drawn by their collision shapes or by sticks. Names with package:// are looked ` +
      "for beside the robot and in the folders of ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and COLCON_PREFIX_PATH; other " +
      "names from the folder of the robot.";
    this.root.replaceChildren(el("summary", {}, words), el("div", { class: "sheet" },
      missing.length > 0 && el("p", {}, help),
      el("ul", {}, ...[...missing, ...bare].slice(0, 100).map((name) => el("li", {}, name)))));
    document.body.dataset.meshes = words;
  }
}
