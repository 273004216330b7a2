// Package find finds URDF files in folders, and the files that robots name: meshes, textures, and packages of ROS.
//
// It reads the names of folders and the manifests of packages, and no other file.
package find
